package io.leasehold.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {

  @TempDir private Path folder;

  @Test
  void everyBoutIsARuleOfTheKit() {
    assertThat(Bouts.all()).isNotEmpty();
    assertThat(Bouts.all())
        .allSatisfy(
            bout -> assertThat(bout.rule().text()).isEqualTo(RuleCatalogue.rule(bout.id()).text()));
    assertThat(Bouts.all()).extracting(Bout::id).doesNotHaveDuplicates();
  }

  @Test
  void everyRuleOfTheEngineIsAskedOrHasAReason() {
    List<String> all = new ArrayList<>(Bouts.all().stream().map(Bout::id).toList());
    NotAsked.byReason().values().forEach(all::addAll);
    assertThat(all)
        .doesNotHaveDuplicates()
        .containsAll(RuleCatalogue.ofEngine().stream().map(rule -> rule.id()).toList());
  }

  @Test
  void theControlIsAskedEverything() {
    assertThat(Subject.named(Subject.CONTROL).bouts()).isEqualTo(Bouts.all());
    assertThat(Subject.named(Subject.CONTROL).left()).isEmpty();
  }

  @Test
  void whatRunsDifferInIsShownAsHowManyOfThem() {
    assertThat(Page.cell(outcome(Verdict.PASS, Verdict.PASS), "RACE-01")).isEqualTo("keeps");
    assertThat(Page.cell(outcome(Verdict.FAIL, Verdict.FAIL), "RACE-01")).isEqualTo("**fails**");
    assertThat(Page.cell(outcome(Verdict.PASS, Verdict.FAIL), "RACE-01"))
        .isEqualTo("**fails** 1 of 2");
    assertThat(Page.cell(outcome(Verdict.PASS, Verdict.UNKNOWN), "RACE-01"))
        .isEqualTo("unknown 1 of 2");
    assertThat(Page.cell(outcome(Verdict.PASS), "WAK-01")).isEqualTo("–");
  }

  @Test
  void whatDiffersFromRunToRunIsLeftOut() {
    assertThat(
            Page.plain(
                "\"tck-92b247a9-peer-late-1\" by C, token 0, owner b7280843: given it, at 5218.5"
                    + " ms"))
        .isEqualTo("a lock of the scene peer-late by C: given it");
  }

  @Test
  void anOutcomeIsReadAsItWasWritten() throws IOException {
    Outcome outcome = outcome(Verdict.PASS, Verdict.FAIL);
    outcome.write(folder.resolve("one.json"));
    assertThat(Outcome.read(folder.resolve("one.json"))).isEqualTo(outcome);
  }

  private static Outcome outcome(Verdict... verdicts) {
    List<Outcome.Run> runs = new ArrayList<>();
    for (Verdict verdict : verdicts) {
      String message = verdict == Verdict.PASS ? "" : "RACE-01\n  seen:     two\n   and 3 more";
      runs.add(
          new Outcome.Run(
              runs.size(),
              Duration.ofMillis(5),
              List.of(new Outcome.Result("RACE-01", verdict, 4, message))));
    }
    return new Outcome(
        "x", "X", "X 1", "as it comes", "", List.of("no y"), Map.of("WAK-01", "why"), runs);
  }
}
