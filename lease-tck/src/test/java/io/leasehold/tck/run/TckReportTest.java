package io.leasehold.tck.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.BackendTraits;
import io.leasehold.tck.rules.RuleCatalogue;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TckReportTest {

  private static final BackendTraits TRAITS =
      BackendTraits.of("shelf", Duration.ofMillis(200)).build();

  private static String report(Set<String> notApplicable, RuleResult... results) {
    Expectations expectations =
        new Expectations(notApplicable, Set.of(), List.of(), LocalDate.of(2026, 5, 1));
    return new TckReport(TRAITS, List.of(results), expectations, Duration.ofSeconds(2)).text();
  }

  private static RuleResult result(String id, Verdict verdict) {
    return new RuleResult(
        RuleCatalogue.rule(id), verdict, 1, "why", null, Duration.ZERO, List.of());
  }

  @Test
  void itBeginsWithTheTraitsAndTheCounts() {
    String report = report(Set.of(), result("REL-01", Verdict.PASS));
    assertThat(report)
        .startsWith("Leasehold TCK: shelf[callTimeout=200ms, ttl=1ms..1d step 1ms,")
        .contains("1 pass, 0 fail; 1 rules, 1 decisive observations, 2.0 s")
        .doesNotContain("declared but not tested", "not stated yet");
  }

  @Test
  void aTraitWhoseRuleIsNotOfferedIsListedAsNotTested() {
    assertThat(
            report(
                Set.of(),
                result("TRT-29", Verdict.NOT_OFFERED),
                result("FNC-05", Verdict.NOT_OFFERED),
                result("FNC-04", Verdict.NOT_OFFERED),
                result("TRT-30", Verdict.PASS)))
        .endsWith(
            "  declared but not tested here: grantsSurviveRestart (TRT-29);"
                + " fenceBrokenBy does not contain RESTART (FNC-05)\n");
  }

  @Test
  void itEndsWithWhatIsNotStatedYet() {
    RuleResult[] results = {
      result("RNW-06", Verdict.NOT_APPLICABLE), result("TRT-28", Verdict.NOT_APPLICABLE)
    };
    assertThat(report(Set.of("TRT-28"), results))
        .endsWith("notApplicable(): Set.of(\"RNW-06\", \"TRT-28\")\n");
    assertThat(report(Set.of("TRT-28", "RNW-06"), results)).doesNotContain("not stated yet");
  }
}
