package io.leasehold.tck.report;

import io.leasehold.spi.BackendTraits;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.Moment;
import io.leasehold.tck.run.Played;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import io.leasehold.tck.scenario.RaceScenario;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Outcomes made by hand. */
final class Outcomes {

  static final BackendTraits TRAITS = BackendTraits.of("shelf", Duration.ofMillis(200)).build();

  private Outcomes() {}

  static RuleResult result(String id, Verdict verdict, String message) {
    return new RuleResult(
        RuleCatalogue.rule(id), verdict, 1, message, null, Duration.ofMillis(1500), List.of());
  }

  static TckOutcome of(RuleResult... results) {
    return outcome("shelf:top", List.of(results), List.of());
  }

  static TckOutcome outcome(String store, List<RuleResult> results, List<Played> played) {
    return new TckOutcome(
        store,
        TRAITS,
        7,
        Instant.parse("2026-05-01T10:20:30.456Z"),
        Duration.ofSeconds(2),
        results,
        played,
        Map.of("command", "lease-tck run shelf:top"));
  }

  /** RACE-01 was broken at two moments of one play. */
  static TckOutcome played() {
    History history =
        History.of(
            List.of(
                new Event(1_000_000, "kit", What.SCENARIO, "", "", Map.of("scenario", "race")),
                new Event(6_000_000, "A", What.NOTE, "shelf", "", Map.of("text", "here"))));
    Played play =
        new Played(RaceScenario.RACE, 7, Optional.of(history), "", Duration.ofMillis(300));
    RuleResult failed =
        new RuleResult(
            RuleCatalogue.rule("RACE-01"),
            Verdict.FAIL,
            3,
            "RACE-01 is broken",
            null,
            Duration.ofMillis(300),
            List.of(
                new Moment("race", 7, 6_000_000, "shelf", "A"),
                new Moment("race", 7, 6_500_000, "shelf", "B")));
    return outcome("shelf:top", List.of(failed), List.of(play));
  }
}
