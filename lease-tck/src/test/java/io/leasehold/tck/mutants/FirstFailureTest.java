package io.leasehold.tck.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckRun;
import io.leasehold.tck.run.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What somebody reads first who has made one fault that breaks rules about something else. */
class FirstFailureTest {

  @Test
  void aStaleReadIsNamedInEachFailureThatItCauses() {
    List<RuleResult> failures = failures(mutant("READS_A_REPLICA"));
    assertThat(of("NAM-01", failures)).contains("\n  first:    INS-08 failed too");
    assertThat(of("ACQ-03", failures)).contains("\n  first:    INS-08 failed too");
    assertThat(of("INS-08", failures)).doesNotContain("first:");
    assertThat(failures.get(0).message()).contains("INS-08");
  }

  @Test
  void aWrongTtlIsNamedInEachFailureThatItCauses() {
    for (String name : List.of("EXPIRES_LATE", "TELLS_A_SHORTER_TTL", "EXPIRES_EARLY")) {
      List<RuleResult> failures = failures(mutant(name));
      String root =
          name.equals("EXPIRES_LATE")
              ? "EXP-02"
              : name.equals("EXPIRES_EARLY") ? "EXP-01" : "ACQ-05";
      assertThat(of(root, failures)).doesNotContain("first:");
      assertThat(failures.stream().filter(result -> !result.rule().id().equals(root)))
          .as(name)
          .isNotEmpty()
          .allSatisfy(result -> assertThat(result.message()).contains("first:    " + root));
    }
  }

  @Test
  void aRemainingTimeInAnotherUnitIsNamedInEachFailureThatItCauses() {
    List<RuleResult> failures = failures(mutant("TELLS_SECONDS"));
    assertThat(of("INS-06", failures)).doesNotContain("first:");
    for (String id : List.of("RNW-01", "RNW-02")) {
      assertThat(of(id, failures)).contains("\n  first:    INS-06 failed too");
    }
  }

  @Test
  void whatNothingExplainsStandsForItself() {
    assertThat(failures(mutant("LOWER_CASE")))
        .isNotEmpty()
        .allSatisfy(result -> assertThat(result.message()).doesNotContain("first:"));
  }

  private static Model mutant(String name) {
    return Mutants.ALL.stream()
        .filter(mutant -> mutant.name().equals(name))
        .findFirst()
        .orElseThrow()
        .model()
        .get();
  }

  private static List<RuleResult> failures(Model model) {
    return new TckRun(new ModelFixture(model), RuleCatalogue.ofSpi())
        .run().stream()
            .filter(r -> r.verdict() == Verdict.FAIL || r.verdict() == Verdict.UNKNOWN)
            .toList();
  }

  private static String of(String id, List<RuleResult> failures) {
    return failures.stream()
        .filter(result -> result.rule().id().equals(id))
        .findFirst()
        .orElseThrow()
        .message();
  }
}
