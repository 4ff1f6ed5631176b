package io.leasehold.tck.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConsoleReportTest {

  @Test
  void itBeginsWithTheTraitsAndTheCounts() {
    assertThat(ConsoleReport.text(Outcomes.of(Outcomes.result("REL-01", Verdict.PASS, ""))))
        .startsWith("Leasehold TCK: shelf[callTimeout=200ms, ttl=1ms..1d step 1ms,")
        .contains("1 pass, 0 fail; 1 rule, 1 decisive observation, 2.0 s")
        .contains("store shelf:top, seed 7")
        .doesNotContain("declared but not tested");
  }

  @Test
  void theTableHasALineForEachGroupWithItsRulesByVerdict() {
    String text =
        ConsoleReport.text(
            Outcomes.of(
                Outcomes.result("REL-01", Verdict.PASS, ""),
                Outcomes.result("REL-02", Verdict.PASS, ""),
                Outcomes.result("REL-03", Verdict.PASS, ""),
                Outcomes.result("REL-05", Verdict.PASS, ""),
                Outcomes.result("REL-04", Verdict.FAIL, "REL-04 is broken"),
                Outcomes.result("RNW-01", Verdict.UNKNOWN, "RNW-01 was slow")));
    assertThat(text)
        .containsPattern("REL +release +\\+ 01-03 05 {2}X 04\n")
        .containsPattern("RNW +renew +\\? 01\n")
        .contains("+ pass   X fail   ? unknown")
        .contains("  fail  REL-04 is broken\n")
        .contains("  unknown  RNW-01 was slow\n");
  }

  @Test
  void rulesWithOneReasonStandOnOneLine() {
    assertThat(
            ConsoleReport.text(
                Outcomes.of(
                    Outcomes.result("FNC-04", Verdict.NOT_OFFERED, "no WIPE"),
                    Outcomes.result("TRT-31", Verdict.NOT_OFFERED, "no WIPE"),
                    Outcomes.result("TRT-28", Verdict.NOT_APPLICABLE, "no session"))))
        .contains("  not offered  FNC-04 TRT-31: no WIPE\n")
        .contains("  not applicable  TRT-28: no session\n");
  }

  @Test
  void aTraitWhoseRuleIsNotOfferedIsListedAsNotTested() {
    assertThat(
            ConsoleReport.text(
                Outcomes.of(
                    Outcomes.result("TRT-29", Verdict.NOT_OFFERED, "why"),
                    Outcomes.result("FNC-05", Verdict.NOT_OFFERED, "why"),
                    Outcomes.result("FNC-04", Verdict.NOT_OFFERED, "why"),
                    Outcomes.result("TRT-30", Verdict.PASS, ""))))
        .endsWith(
            "  declared but not tested here: grantsSurviveRestart (TRT-29);"
                + " fenceBrokenBy does not contain RESTART (FNC-05)\n");
  }

  @Test
  void aFailureNamesTheMomentAndTheFile() {
    TckOutcome outcome = Outcomes.played();
    RuleResult failed = outcome.results().get(0);
    assertThat(failed.moments()).hasSize(2);
    assertThat(ConsoleReport.text(outcome, Look.PLAIN, Places.in(Path.of("dir"))))
        .contains(
            "  moment:   5.0 ms after the beginning of dir/histories/race-7.jsonl, and 1 more")
        .contains("\n  to see:   dir/report.html#RACE-01!moment\n");
    assertThat(ConsoleReport.text(outcome))
        .contains("  moment:   5.0 ms after the beginning of race, seed 7, and 1 more\n");
  }

  @Test
  void thereAreColoursOnlyWhereTheConsoleHasThem() {
    TckOutcome outcome = Outcomes.of(Outcomes.result("REL-04", Verdict.FAIL, "REL-04 is broken"));
    assertThat(ConsoleReport.text(outcome)).matches("[\\p{ASCII}]*").doesNotContain("\u001b");
    assertThat(ConsoleReport.text(outcome, new Look(true, true), Places.NONE))
        .contains("\u001b[1;31m✗ 04\u001b[0m");
  }
}
