package io.leasehold.tck.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.leasehold.tck.history.What;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {

  private static final String EVIL =
      "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'`&amp;@DATA@ $1 \\u003c";

  @TempDir Path dir;

  private static TckOutcome outcome(String store, String lease) {
    RuleResult race =
        Story.broken("RACE-01", "RACE-01 ...\n  expected: " + lease + "\n    log", lease, 40, 45);
    return Story.outcome(
        store,
        List.of(Story.twoHolders(lease).played()),
        Story.result("ACQ-01", Verdict.PASS, "", List.of()),
        Story.result("ACQ-02", Verdict.NOT_OFFERED, "the fixture does not offer it", List.of()),
        Story.result("REL-01", Verdict.UNKNOWN, "no decisive moment", List.of()),
        race);
  }

  private static String page(String store, String lease) {
    return HtmlReport.text(outcome(store, lease));
  }

  private static List<String> all(String regex, String text) {
    return Pattern.compile(regex, Pattern.DOTALL)
        .matcher(text)
        .results()
        .map(HtmlReportTest::lastGroup)
        .toList();
  }

  private static String lastGroup(MatchResult found) {
    return found.group(found.groupCount());
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> data(String page) throws IOException {
    String json = all("<script type=\"application/json\" id=\"data\">(.*?)</script>", page).get(0);
    return (List<Map<String, Object>>) (List<?>) JSON.std.listFrom(json);
  }

  @Test
  @DisplayName("the page is one file that refers to nothing outside")
  void thePageIsOneFile() throws IOException {
    Path file = dir.resolve("report.html");
    HtmlReport.write(outcome("shelf", "n"), file);
    String page = Files.readString(file);
    assertThat(all("(?:src|href)\\s*=\\s*\"([^\"]*)\"", page))
        .isNotEmpty()
        .allMatch(target -> target.startsWith("#"));
    assertThat(page.replace("'http://www.w3.org/2000/svg'", ""))
        .doesNotContainPattern(
            "(?i)https?:|//[a-z]+\\.|@import|url\\((?!#)|fetch\\(|XMLHttp|import\\(");
    assertThat(page).contains("default-src 'none'").endsWith("</html>\n");
  }

  @Test
  @DisplayName("only the page's own script and style are let in by its policy")
  void thePolicyNamesItsOwnScriptAndStyle() throws Exception {
    String page = page("shelf", "n");
    String script = all("<script>(.*?)</script>", page).get(0);
    String style = all("<style>(.*?)</style>", page).get(0);
    assertThat(page).contains("script-src '" + hash(script) + "'");
    assertThat(page).contains("style-src '" + hash(style) + "'");
    assertThat(page).doesNotContainPattern("<[^>]* (style|on[a-z]+)=");
  }

  private static String hash(String text) throws Exception {
    byte[] bytes =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return "sha256-" + Base64.getEncoder().encodeToString(bytes);
  }

  @Test
  @DisplayName("names are text, whatever they are")
  void hostileNamesStayText() throws IOException {
    String honest = page("shelf", "n");
    String page = page(EVIL, EVIL);
    assertThat(all("(<[a-z]+)[ >]", page)).isEqualTo(all("(<[a-z]+)[ >]", honest));
    assertThat(page).contains("&lt;/script&gt;&lt;script&gt;alert(1)");
    assertThat(data(page).get(0).toString()).contains("name=" + EVIL);
  }

  @Test
  @DisplayName("what a reader could not see is spelled out")
  void hiddenCharactersAreShown() {
    assertThat(Html.text("a\u0000b\u202ec\ud800d\u2028\n"))
        .isEqualTo("a\\u0000b\\u202ec\\ud800d\\u2028\n");
    assertThat(Html.text("\ud83d\ude00 \u00e9")).isEqualTo("\ud83d\ude00 \u00e9");
  }

  @Test
  @DisplayName("each broken rule leads to each of its moments")
  void eachBrokenRuleLeadsToItsMoments() throws IOException {
    String page = page("shelf", "n");
    assertThat(page)
        .containsOnlyOnce("id=\"RACE-01\"")
        .containsOnlyOnce("id=\"RACE-01!moment\"")
        .containsOnlyOnce("id=\"RACE-01!moment-2\"");
    assertThat(all("href=\"(#RACE-01!moment[^\"]*)\"", page))
        .containsExactly(
            "#RACE-01!moment", "#RACE-01!moment-2", "#RACE-01!moment", "#RACE-01!moment-2");
    assertThat(data(page).get(0).get("found").toString())
        .contains("id=RACE-01!moment,", "id=RACE-01!moment-2,", "at=40000", "at=45000");
  }

  @Test
  @DisplayName("the page has its parts in this order")
  void thePageHasItsParts() {
    String page = page("shelf", "n");
    assertThat(all("<(h[1-6]|dt)[^>]*>(.*?)</\\1>", page.substring(0, page.indexOf("<script"))))
        .startsWith("<bdi>shelf</bdi>", "Backend", "Run", "Seed", "Observed", "Machine", "Rules")
        .containsSubsequence(
            "<span class=\"id\">ACQ</span> acquire",
            "<span class=\"id\">REL</span> release",
            "<span class=\"id\">RACE</span> races",
            "expected",
            "Why",
            "Scenarios",
            "race");
    assertThat(page).contains("1 must-rule is broken, of 4 rules", "<b>1</b>", "seed 7");
  }

  @Test
  @DisplayName(
      "a history of 60,000 events makes a page that a browser can open, and says what it lacks")
  void aLongHistoryIsThinnedOut() throws IOException {
    Story story = Story.twoHolders("broken");
    for (int i = 0; i < 600; i++) {
      for (int k = 0; k < 100; k++) {
        story.add(100 + k, "C", What.HELD, "n" + i, "cc");
      }
    }
    RuleResult race = Story.broken("RACE-01", "RACE-01 ...", "broken", 40);
    String page = HtmlReport.text(Story.outcome("shelf", List.of(story.played()), race));
    assertThat(page.length()).isLessThan(2_000_000);
    assertThat(data(page).get(0).get("leases").toString()).startsWith("[{name=broken,");
    assertThat(page)
        .contains("Shown are 4\u2009912 events; 55\u2009100 events of 551 leases are left");
  }

  @Test
  @DisplayName("the verdict is one sentence")
  void theVerdictIsOneSentence() {
    RuleResult pass = Story.result("ACQ-01", Verdict.PASS, "", List.of());
    RuleResult no = Story.result("ACQ-02", Verdict.NOT_OFFERED, "why", List.of());
    RuleResult open = Story.result("ACQ-03", Verdict.UNKNOWN, "why", List.of());
    assertThat(summary(pass)).contains("Kept.</strong> 1 of 1 rules that apply hold.");
    assertThat(summary(pass, no))
        .contains("Kept, as far as it was tested.", "1 rule needs faults that this fixture cannot");
    assertThat(summary(pass, open)).contains("Not proved.", "href=\"#ACQ-03\"");
    assertThat(summary()).contains("Nothing was proved.");
    assertThat(summary(no)).contains("Nothing was proved.");
  }

  private static String summary(RuleResult... results) {
    return Summary.html(Story.outcome("shelf", List.of(), results));
  }
}
