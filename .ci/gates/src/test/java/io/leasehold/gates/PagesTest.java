package io.leasehold.gates;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.rule.Guarantee;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.RuleCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages against the repository: links, rule ids, class names, modules. */
class PagesTest {
  private static final Path ROOT =
      Path.of(System.getProperty("leasehold.root")).toAbsolutePath().normalize();
  private static final Pattern RULE =
      Pattern.compile(
          "\\b(?:ACQ|RNW|REL|ABN|FNC|EXP|NAM|INS|REV|TRT|RACE|LOST|LATE|TTL|PAUSE|PART|KILL|CLOSE|WAK|SCALE)-\\d{2}\\b");
  private static final Pattern SCRIPT = Pattern.compile("\\bscripts/[\\w-]+\\.sh\\b");
  private static final Pattern DECLARED =
      Pattern.compile("\\b(?:class|record|enum|interface) ([A-Z]\\w+)");
  private static final List<String> OWN_PAGES =
      List.of(
          "README.md",
          "CHANGELOG.md",
          "docs/guarantees.md",
          "docs/tuning.md",
          "docs/faq.md",
          "docs/whats-here.md",
          "docs/field-cases.md",
          "docs/rationale.md");
  private static final Pattern TYPE =
      Pattern.compile("`(?:[a-z.]+\\.)?([A-Z][A-Za-z]*[a-z][A-Za-z]*)(?:[.(][^`]*)?`");

  private static final Pattern TEST_METHOD = Pattern.compile("\\n  void (\\w+)\\(");
  private static final Pattern TEST_NAMED = Pattern.compile("`(\\w+Test\\.\\w+)`");

  @Test
  void everyLinkResolves() {
    assertThat(LinkRules.broken(ROOT, pages())).isEmpty();
  }

  @Test
  void everyPageNamedInMainCodeExists() {
    assertThat(
            Modules.withMainCode(ROOT).stream()
                .flatMap(it -> LinkRules.missingPages(ROOT, it.sources()).stream()))
        .isEmpty();
  }

  @Test
  void everyScriptNamedInAPageExists() throws IOException {
    for (Path page : pages()) {
      for (String script : matches(SCRIPT, Files.readString(page))) {
        assertThat(ROOT.resolve(script)).as("named in %s", page).isExecutable();
      }
    }
  }

  @Test
  void theReadmeLinksEveryPage() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    for (Path page : pages()) {
      String name = ROOT.relativize(page).toString();
      if (name.startsWith("docs/")) {
        assertThat(readme).as("README.md, section Pages").contains("](" + name);
      }
    }
  }

  @Test
  void eachGuaranteeNamesExactlyTheRulesThatKeepIt() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/guarantees.md"));
    for (Guarantee guarantee : Guarantee.values()) {
      Set<String> rules = new TreeSet<>();
      RuleCatalogue.rules().stream()
          .filter(rule -> rule.guarantee() == guarantee)
          .map(Rule::id)
          .forEach(rules::add);
      assertThat(matches(RULE, section(page, "### " + guarantee + " ")))
          .as("rules of %s in docs/guarantees.md", guarantee)
          .isEqualTo(rules);
    }
  }

  @Test
  void everyRuleNamedInAPageExists() throws IOException {
    Set<String> known = new TreeSet<>();
    RuleCatalogue.rules().stream().map(Rule::id).forEach(known::add);
    for (Path page : pages()) {
      Set<String> named = matches(RULE, Files.readString(page));
      named.removeAll(known);
      assertThat(named).as("rules named in %s that are not there", page).isEmpty();
    }
  }

  @Test
  void everyClassNamedInAPageExists() throws IOException {
    Set<String> known = new TreeSet<>();
    List<Path> folders = new ArrayList<>(List.of(ROOT.resolve(".ci/gates/src")));
    Modules.withMainCode(ROOT).forEach(it -> folders.add(it.folder().resolve("src")));
    for (Path folder : folders) {
      for (Path source : Modules.files(folder, ".java")) {
        known.addAll(matches(DECLARED, Files.readString(source)));
      }
    }
    for (String page : OWN_PAGES) {
      Set<String> named = types(Files.readString(ROOT.resolve(page)));
      assertThat(named).as("classes named in %s", page).hasSizeGreaterThan(3);
      named.removeAll(known);
      named.removeIf(PagesTest::isOfTheLanguage);
      assertThat(named).as("classes named in %s that are not there", page).isEmpty();
    }
  }

  @Test
  void everyTestNamedInThePageOfFieldCasesExists() throws IOException {
    Set<String> there = new TreeSet<>();
    for (Path folder : testFolders()) {
      for (Path source : Modules.files(folder, "Test.java")) {
        String type = source.getFileName().toString().replace(".java", "");
        Matcher method = TEST_METHOD.matcher(Files.readString(source));
        while (method.find()) {
          there.add(type + "." + method.group(1));
        }
      }
    }
    String page = Files.readString(ROOT.resolve("docs/field-cases.md"));
    assertThat(missing(page, there)).as("tests named in the page that are not there").isEmpty();
    assertThat(missing(page + "`LossTest.planted`", there)).containsExactly("LossTest.planted");
  }

  private static Set<String> missing(String page, Set<String> there) {
    Set<String> named = new TreeSet<>();
    Matcher test = TEST_NAMED.matcher(page);
    while (test.find()) {
      named.add(test.group(1));
    }
    assertThat(named).hasSizeGreaterThan(100);
    named.removeAll(there);
    return named;
  }

  private static List<Path> testFolders() throws IOException {
    List<Path> folders = new ArrayList<>(List.of(ROOT.resolve(".ci/gates/src/test/java")));
    for (var module : Modules.withMainCode(ROOT)) {
      Path tests = module.folder().resolve("src/test/java");
      if (Files.isDirectory(tests)) {
        folders.add(tests);
      }
    }
    return folders;
  }

  /** A store is "planned" exactly as long as its module is not there. */
  @Test
  void theReadmeSaysWhichStoresExist() throws IOException {
    Map<String, String> states = new TreeMap<>();
    for (String line : Files.readAllLines(ROOT.resolve("README.md"))) {
      String[] cells = line.split("\\|");
      if (cells.length > 4
          && cells[3].strip().matches("`lease-(redis|etcd|zookeeper|hazelcast)`")) {
        states.put(cells[3].strip().replace("`", ""), cells[4].strip());
      }
    }
    assertThat(states).hasSize(4);
    states.forEach(
        (module, state) ->
            assertThat(state)
                .as("state of %s in the README's table of stores", module)
                .isEqualTo(Files.isDirectory(ROOT.resolve(module)) ? "here" : "planned"));
  }

  /** The messages about missing backends: what they call planned has no module. */
  @Test
  void whatTheMessagesCallPlannedIsNotThere() throws IOException {
    String source =
        Files.readString(
            ROOT.resolve("lease-api/src/main/java/io/leasehold/engine/select/KnownBackends.java"));
    int from = source.indexOf("PLANNED =");
    Set<String> planned =
        matches(
            Pattern.compile("\"(lease-[a-z]+)\""),
            source.substring(from, source.indexOf(';', from)));
    assertThat(planned).allSatisfy(module -> assertThat(ROOT.resolve(module)).doesNotExist());
  }

  private static List<Path> pages() {
    List<Path> pages = new ArrayList<>(Modules.files(ROOT.resolve("docs"), ".md"));
    for (String name : List.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md")) {
      pages.add(ROOT.resolve(name));
    }
    for (Modules.Module module : Modules.withMainCode(ROOT)) {
      Path readme = module.folder().normalize().resolve("README.md");
      if (Files.exists(readme)) {
        pages.add(readme);
      }
    }
    return pages;
  }

  private static boolean isOfTheLanguage(String type) {
    try {
      Class.forName("java.lang." + type);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static Set<String> types(String page) {
    // Another class of the JDK is written with its package, one of a user's inside a block.
    return matches(TYPE, page.replaceAll("(?s)```.*?```", "").replaceAll("`java[.x][^`]*`", ""));
  }

  private static Set<String> matches(Pattern pattern, String text) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(matcher.groupCount()));
    }
    return found;
  }

  private static String section(String page, String heading) {
    int from = page.indexOf(heading);
    assertThat(from).as(heading).isNotNegative();
    int next = page.indexOf("\n##", from + 1);
    return page.substring(from, next < 0 ? page.length() : next);
  }
}
