package io.leasehold.tck.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.MemoryInRealTime;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.scenario.RaceScenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KitTest {

  private final List<String> steps = Collections.synchronizedList(new ArrayList<>());

  private TckOutcome run(Plan plan) {
    try (MemoryInRealTime fixture = new MemoryInRealTime()) {
      return new Kit(
              fixture,
              "memory",
              plan,
              Map.of(),
              (done, of, what) -> steps.add(done + "/" + of + " " + what))
          .run();
    }
  }

  private static Plan plan(String... words) {
    return Plan.quick().rules(Choice.rules(List.of(words))).seed(11);
  }

  @Test
  void rulesOfBothKindsAreToldInTheirOrder() {
    TckOutcome outcome = run(plan("RACE-01", "ACQ-02", "ACQ-01"));
    assertThat(outcome.results())
        .extracting(result -> result.rule().id())
        .containsExactly("ACQ-01", "ACQ-02", "RACE-01");
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.played()).extracting(Played::seed).containsOnly(11L);
    int all = 2 + RuleCatalogue.rule("RACE-01").scenarios().size();
    assertThat(steps).hasSize(all + 1).last().asString().startsWith(all + "/" + all + " ");
  }

  @Test
  void aLongRunSeesMoreAndKeepsNoMore() {
    TckOutcome quick = run(plan("RACE-01", "ACQ-01"));
    long once = quick.results().get(1).observations();
    // Longer than one round, so that another one begins.
    Duration time = quick.took().multipliedBy(3).dividedBy(2);
    TckOutcome outcome = run(plan("RACE-01", "ACQ-01").time(time));
    assertThat(outcome.took()).isGreaterThanOrEqualTo(time);
    assertThat(outcome.results().get(0).observations()).isGreaterThan(1);
    assertThat(outcome.results().get(1).observations()).isGreaterThan(once);
    assertThat(outcome.played())
        .filteredOn(play -> play.history().isPresent())
        .extracting(Played::scenario)
        .doesNotHaveDuplicates();
  }

  @Test
  void aScenarioAloneIsJudgedByItsRulesAndByThoseThatReadItBesides() {
    Plan plan = Plan.quick().scenarios(List.of(RaceScenario.RACE));
    assertThat(plan.rules()).allSatisfy(rule -> assertThat(rule.scenarios()).hasSize(1));
    Set<String> besides = plan.besides();
    assertThat(besides).doesNotContain("RACE-01");
    assertThat(besides)
        .allSatisfy(
            id ->
                assertThat(RuleCatalogue.rule(id).scenarios().get(0))
                    .isNotEqualTo(RaceScenario.RACE));
    TckOutcome outcome = run(plan);
    assertThat(outcome.played()).hasSize(1);
    assertThat(outcome.results()).extracting(RuleResult::verdict).containsOnly(Verdict.PASS);
  }

  @Test
  void virtualTimeLeavesTheRulesOfTheEngineOut() {
    LeaseClock other = () -> LeaseClock.system().nanos();
    try (MemoryInRealTime fixture =
        new MemoryInRealTime() {
          @Override
          public LeaseClock clock() {
            return other;
          }
        }) {
      TckOutcome outcome =
          new Kit(fixture, "memory", plan("RACE-01", "ACQ-01"), Map.of(), Progress.NONE).run();
      assertThat(outcome.results())
          .extracting(result -> result.rule().id())
          .containsExactly("ACQ-01");
    }
  }
}
