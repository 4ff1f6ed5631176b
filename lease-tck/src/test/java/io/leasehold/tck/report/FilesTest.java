package io.leasehold.tck.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.jr.ob.JSON;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** What machines read: every text comes back as it was, or as nearly as the form allows. */
class FilesTest {

  /** Markup, quotes, control characters, half a character, line ends, table ends. */
  private static final String HOSTILE =
      "a<b>&amp;\"'|`]]>\u0000\u0007\u001b[31m\ud800x\uffff \ud83d\ude00\r\n\tend\\|";

  @TempDir private Path folder;

  private static TckOutcome hostile() {
    return Outcomes.outcome(
        HOSTILE,
        List.of(
            Outcomes.result("REL-01", Verdict.PASS, ""),
            Outcomes.result("REL-02", Verdict.FAIL, HOSTILE),
            Outcomes.result("REL-03", Verdict.UNKNOWN, HOSTILE),
            Outcomes.result("REL-04", Verdict.NOT_OFFERED, HOSTILE),
            Outcomes.result("REL-05", Verdict.NOT_APPLICABLE, HOSTILE),
            Outcomes.result("REL-06", Verdict.WAIVED, HOSTILE)),
        List.of());
  }

  @Test
  void theXmlIsWhatBuildServersTake() throws Exception {
    byte[] xml = JUnitXml.text(hostile()).getBytes(StandardCharsets.UTF_8);
    SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(FilesTest.class.getResource("junit-report.xsd"))
        .newValidator()
        .validate(new StreamSource(new ByteArrayInputStream(xml)));
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml));
    Element suite = document.getDocumentElement();
    assertThat(List.of("tests", "failures", "errors", "skipped", "time"))
        .extracting(suite::getAttribute)
        .containsExactly("6", "1", "1", "3", "2.000");
    Element failure = (Element) suite.getElementsByTagName("failure").item(0);
    assertThat(failure.getTextContent())
        .isEqualTo(
            "a<b>&amp;\"'|`]]>\\u0000\\u0007\\u001b[31m\\ud800x\\uffff \ud83d\ude00\r\n\tend\\|");
    assertThat(((Element) failure.getParentNode()).getAttribute("name")).startsWith("REL-02 ");
    assertThat(((Element) failure.getParentNode()).getAttribute("classname"))
        .isEqualTo("leasehold.tck.REL");
  }

  @Test
  void theJsonComesBack() throws Exception {
    Reports.write(hostile(), folder);
    SavedRun run = SavedRun.read(folder);
    // A lone half of a character cannot be written in UTF-8.
    String written = HOSTILE.replace('\ud800', '?');
    assertThat(run.store().replace('\ufffd', '?')).isEqualTo(written);
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(run.began()).isEqualTo("2026-05-01T10:20:30.456Z");
    assertThat(run.about()).containsEntry("command", "lease-tck run shelf:top");
    assertThat(run.rules().keySet())
        .containsExactly("REL-01", "REL-02", "REL-03", "REL-04", "REL-05", "REL-06");
    assertThat(run.rules().values())
        .extracting(SavedRun.SavedRule::verdict)
        .containsExactlyElementsOf(hostile().results().stream().map(RuleResult::verdict).toList());
  }

  @Test
  void longNumbersAreTextsInTheJson() throws Exception {
    Map<String, Object> all = JSON.std.mapFrom(JsonReport.text(Outcomes.played()));
    assertThat(all).containsEntry("leaseholdTck", 1).containsEntry("seed", "7");
    Map<?, ?> rule = (Map<?, ?>) ((List<?>) all.get("rules")).get(0);
    assertThat((List<?>) rule.get("moments"))
        .first()
        .isEqualTo(
            Map.of("scenario", "race", "seed", "7", "at", "6000000", "lease", "shelf", "by", "A"));
    assertThat((List<?>) all.get("plays"))
        .singleElement()
        .isEqualTo(
            Map.of(
                "scenario",
                "race",
                "seed",
                "7",
                "tookSeconds",
                0.3,
                "events",
                2,
                "why",
                "",
                "file",
                "histories/race-7.jsonl"));
  }

  @Test
  void theHistoriesOfAFormerRunAreReplaced() throws Exception {
    Path former = Files.createDirectories(folder.resolve("histories")).resolve("race-6.jsonl");
    Files.writeString(former, "old");
    Path foreign = Files.writeString(folder.resolve("histories/notes.txt"), "mine");
    Reports.write(Outcomes.played(), folder);
    assertThat(former).doesNotExist();
    assertThat(foreign).exists();
    assertThat(folder.resolve("histories/race-7.jsonl")).exists();
    assertThat(folder.resolve("report.txt")).content().contains("histories/race-7.jsonl");
  }

  @Test
  void noCellOfTheMarkdownEndsItsTable() {
    String text = MarkdownReport.text(hostile());
    List<String> rows = text.lines().filter(line -> line.startsWith("| **REL")).toList();
    assertThat(rows).hasSize(6);
    assertThat(rows)
        .allSatisfy(
            row -> assertThat(row.replace("\\\\", "").replace("\\|", "")).matches("(\\|[^|]*){5}"));
    assertThat(text).contains("| **FAIL** | 1 |", "## REL: release");
  }

  @Test
  void severalRunsStandSideBySide() throws Exception {
    Map<String, SavedRun> runs = new LinkedHashMap<>();
    runs.put("one", saved(Outcomes.of(Outcomes.result("REL-02", Verdict.PASS, ""))));
    runs.put(
        "two",
        saved(
            Outcomes.of(
                Outcomes.result("REL-02", Verdict.FAIL, "no"),
                Outcomes.result("ACQ-01", Verdict.NOT_OFFERED, "no"))));
    assertThat(MarkdownReport.matrix(runs))
        .startsWith("| rule | one | two |\n|---|:-:|:-:|\n| **ACQ-01** ")
        .containsPattern("ACQ-01.* \\|  \\| not offered \\|\n")
        .containsPattern("REL-02.* \\| pass \\| \\*\\*FAIL\\*\\* \\|\n");
  }

  private SavedRun saved(TckOutcome outcome) throws Exception {
    Path file = folder.resolve("one.json");
    Files.writeString(file, JsonReport.text(outcome));
    return SavedRun.read(file);
  }

  @Test
  void whatIsNoReportIsRefusedByItsName() throws Exception {
    for (String text : List.of("", "[]", "{}", "{\"leaseholdTck\":2}", "{\"leaseholdTck\":1}")) {
      Path file = Files.writeString(folder.resolve("x.json"), text);
      assertThatIllegalArgumentException()
          .as(text)
          .isThrownBy(() -> SavedRun.read(file))
          .withMessageContaining("x.json is not a report of this kit");
    }
  }
}
