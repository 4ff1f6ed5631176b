package io.leasehold.tck.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.rules.RuleCatalogue;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CausesTest {

  private static RuleResult result(String id, Verdict verdict) {
    String message = RuleCatalogue.rule(id) + "\n  expected: something";
    return new RuleResult(
        RuleCatalogue.rule(id), verdict, 1, message, null, Duration.ZERO, List.of());
  }

  private static String named(String id, RuleResult... results) {
    return Causes.named(List.of(results)).stream()
        .filter(result -> result.rule().id().equals(id))
        .findFirst()
        .orElseThrow()
        .message();
  }

  @Test
  void theRuleToMendFirstStandsBehindTheRuleThatItExplains() {
    assertThat(named("ACQ-03", result("ACQ-03", Verdict.FAIL), result("INS-06", Verdict.FAIL)))
        .startsWith("ACQ-03 [MUST")
        .containsSubsequence("\n  first:    INS-06 failed too", "\n  expected: something");
  }

  @Test
  void aCauseThatDidNotFailExplainsNothing() {
    assertThat(named("ACQ-03", result("ACQ-03", Verdict.FAIL), result("INS-06", Verdict.PASS)))
        .doesNotContain("first:");
    assertThat(named("ACQ-03", result("ACQ-03", Verdict.PASS), result("INS-06", Verdict.FAIL)))
        .doesNotContain("first:");
  }

  @Test
  void ofTwoCausesTheFirstOneIsNamedAndExplainsTheOther() {
    RuleResult[] results = {
      result("ACQ-03", Verdict.FAIL), result("EXP-02", Verdict.FAIL), result("INS-06", Verdict.FAIL)
    };
    assertThat(named("ACQ-03", results)).contains("first:    EXP-02").doesNotContain("INS-06");
    assertThat(named("INS-06", results)).contains("first:    EXP-02");
    assertThat(named("EXP-02", results)).doesNotContain("first:");
  }
}
