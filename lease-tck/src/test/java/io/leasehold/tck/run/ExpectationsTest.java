package io.leasehold.tck.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.RuleCatalogue;
import java.time.Duration;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExpectationsTest {

  private static final LocalDate TODAY = LocalDate.of(2026, 5, 1);
  private static final Rule PLAIN = RuleCatalogue.rule("REL-02");
  private static final Rule NEEDS_WIPE = RuleCatalogue.rule("FNC-04");

  private static Expectations stating(Set<String> notApplicable, Set<Ability> notOffered) {
    return new Expectations(notApplicable, notOffered, List.of(), TODAY);
  }

  private static Expectations waiving(LocalDate until) {
    return new Expectations(
        Set.of(), Set.of(), List.of(new Waiver("REL-02", "the store's bug 7", until)), TODAY);
  }

  private static RuleResult result(Rule rule, Verdict verdict) {
    return new RuleResult(rule, verdict, 1, "the message", null, Duration.ZERO, List.of());
  }

  @Test
  void aPassIsNoFault() {
    assertThat(stating(Set.of(), Set.of()).fault(result(PLAIN, Verdict.PASS))).isEmpty();
  }

  @Test
  void aFailureIsAFaultWithItsMessage() {
    assertThat(stating(Set.of(), Set.of()).fault(result(PLAIN, Verdict.FAIL)))
        .hasValue("the message");
  }

  @Test
  void aRunThatProvesNothingIsAFault() {
    assertThat(stating(Set.of(), Set.of()).fault(result(PLAIN, Verdict.UNKNOWN))).isPresent();
  }

  @Test
  void notApplicableIsAFaultUnlessItWasStated() {
    RuleResult result = result(PLAIN, Verdict.NOT_APPLICABLE);
    assertThat(stating(Set.of(), Set.of()).fault(result).orElseThrow())
        .contains("REL-02", "State it in notApplicable()");
    assertThat(stating(Set.of("REL-02"), Set.of()).fault(result)).isEmpty();
  }

  @Test
  void notOfferedIsAFaultUnlessItWasStated() {
    RuleResult result = result(NEEDS_WIPE, Verdict.NOT_OFFERED);
    assertThat(stating(Set.of(), Set.of(Ability.FREEZE)).fault(result).orElseThrow())
        .contains("FNC-04", "State it in notOffered()");
    assertThat(stating(Set.of(), Set.of(Ability.WIPE)).fault(result)).isEmpty();
  }

  @Test
  void aRuleThatPassesAlthoughItWasSaidNotToApplyIsAFault() {
    assertThat(stating(Set.of("REL-02"), Set.of()).fault(result(PLAIN, Verdict.PASS)).orElseThrow())
        .contains("REL-02", "applies to every backend; take it out of notApplicable()");
  }

  @Test
  void aRuleThatAppliesAndIsNotOfferedMayNotBeSaidNotToApply() {
    Rule restart = RuleCatalogue.rule("TRT-29");
    Expectations wrong = stating(Set.of("TRT-29"), Set.of(Ability.RESTART));
    assertThat(wrong.fault(result(restart, Verdict.NOT_OFFERED)).orElseThrow())
        .contains("applies: grantsSurviveRestart; take it out of notApplicable()");
    assertThat(wrong.fault(result(restart, Verdict.NOT_APPLICABLE))).isEmpty();
  }

  @Test
  void aRuleThatFailsAlthoughItWasSaidNotToApplySaysBoth() {
    Expectations wrong = stating(Set.of("REL-02"), Set.of());
    for (Verdict verdict : List.of(Verdict.FAIL, Verdict.UNKNOWN)) {
      assertThat(wrong.fault(result(PLAIN, verdict)).orElseThrow())
          .contains("the message", "take it out of notApplicable()");
    }
  }

  @Test
  void whatDoesNotApplyIsWrittenAsJavaUnlessItIsAllStated() {
    List<RuleResult> results =
        List.of(
            result(PLAIN, Verdict.NOT_APPLICABLE),
            result(NEEDS_WIPE, Verdict.NOT_APPLICABLE),
            result(RuleCatalogue.rule("REL-01"), Verdict.PASS));
    assertThat(stating(Set.of("FNC-04"), Set.of()).notApplicableToState(results))
        .hasValue("Set.of(\"REL-02\", \"FNC-04\")");
    assertThat(stating(Set.of("FNC-04", "REL-02"), Set.of()).notApplicableToState(results))
        .isEmpty();
  }

  @Test
  void aWaiverHoldsThroughItsLastDay() {
    RuleResult failed = result(PLAIN, Verdict.FAIL);
    RuleResult waived = waiving(TODAY).waive(failed);
    assertThat(waived.verdict()).isEqualTo(Verdict.WAIVED);
    assertThat(waived.message()).contains("the store's bug 7", "2026-05-01");
    assertThat(waiving(TODAY.minusDays(1)).waive(failed).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aWaiverOfARuleThatPassesIsAFault() {
    assertThat(waiving(TODAY).fault(result(PLAIN, Verdict.PASS)).orElseThrow())
        .contains("remove its waiver");
  }

  @Test
  void aWaiverNeedsAReason() {
    assertThatThrownBy(() -> new Waiver("REL-02", " ", TODAY)).hasMessageContaining("REL-02");
  }

  @Test
  void statementsThatAreNotSoAreFaults() {
    Expectations wrong = stating(Set.of("REL-99"), EnumSet.allOf(Ability.class));
    assertThat(wrong.faults(RuleCatalogue.rules(), Set.of(Ability.WIPE)))
        .hasSize(2)
        .anyMatch(fault -> fault.contains("REL-99"))
        .anyMatch(fault -> fault.contains("that the fixture offers: [WIPE]"));
  }

  @Test
  void anAbilityThatIsNeitherOfferedNorStatedIsAFault() {
    Expectations silent = stating(Set.of("REL-02"), EnumSet.of(Ability.FREEZE));
    Set<Ability> rest = EnumSet.complementOf(EnumSet.of(Ability.FREEZE, Ability.RESTART));
    assertThat(silent.faults(RuleCatalogue.rules(), rest))
        .singleElement()
        .asString()
        .contains("[RESTART]");
    assertThat(
            silent.faults(RuleCatalogue.rules(), EnumSet.complementOf(EnumSet.of(Ability.FREEZE))))
        .isEmpty();
  }
}
