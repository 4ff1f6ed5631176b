package io.leasehold.tck.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.rules.RuleCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/tck.md says what the catalogue says. */
class TckPageTest {

  private static final Path PAGE = Path.of("..", "docs", "tck.md");
  private static final Path MUTANTS = Path.of("..", "docs", "tck-mutants.md");
  private static final Path RULES = Path.of("src/main/java/io/leasehold/tck/rules");

  @Test
  void everyRuleThatFindsOutWhetherItAppliesIsMarkedOnThePage() throws IOException {
    int found = 0;
    for (String id : TckPage.SEEN_WHILE_RUNNING.keySet()) {
      assertThat(RuleCatalogue.rule(id).appliesIf()).as(id).isEmpty();
    }
    try (Stream<Path> sources = Files.walk(RULES)) {
      for (Path source : sources.filter(Files::isRegularFile).toList()) {
        found += Files.readString(source).split("new RuleStop.NotApplicable", -1).length - 1;
      }
    }
    assertThat(found).isEqualTo(TckPage.SEEN_WHILE_RUNNING.size());
  }

  @Test
  void thePageIsTheCatalogue() throws IOException {
    isUpToDate(PAGE, TckPage.text());
  }

  @Test
  void theKillMatrixIsWhatTheTestsHold() throws IOException {
    isUpToDate(MUTANTS, KillPage.text());
  }

  private static void isUpToDate(Path page, String text) throws IOException {
    if (Boolean.getBoolean("tck.page.update")) {
      Files.writeString(page, text);
    }
    assertThat(Files.readString(page))
        .as(
            page
                + "; to rewrite it: mvn -q test -pl lease-tck -am -Dtest=TckPageTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dtck.page.update=true")
        .isEqualTo(text);
  }
}
