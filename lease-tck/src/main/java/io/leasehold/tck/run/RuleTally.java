package io.leasehold.tck.run;

import io.leasehold.spi.BackendTraits;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.rule.Proof;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What comes out of one rule of the engine, play by play: a run of hours cannot keep every history,
 * so each is judged when it was played. Not thread-safe.
 */
final class RuleTally {

  private static final int SHOWN_DOUBTS = 4;

  private final Rule rule;
  private final Proof.Histories proof;
  private final boolean applies;
  private final Set<String> played = new LinkedHashSet<>();
  private final Set<String> doubts = new TreeSet<>();
  private final Set<String> reasons = new LinkedHashSet<>();
  private final List<Moment> moments = new ArrayList<>();
  private boolean offered;
  private long decisive;
  private long findings;
  private int failedPlays;
  private String pointless = "";
  private String message = "";
  private Duration took = Duration.ZERO;

  RuleTally(Rule rule, BackendTraits traits) {
    this.rule = rule;
    this.proof = (Proof.Histories) rule.proof();
    this.applies = rule.applies().test(traits);
  }

  /** Judges a play, if the rule reads it. */
  Optional<Judgement> judge(Played play) {
    return applies && proof.scenarios().contains(play.scenario())
        ? play.history().map(proof.judge()::judge)
        : Optional.empty();
  }

  /** Any of its scenarios will do, not the first one before all. */
  RuleTally byAnyScenario() {
    offered = true;
    return this;
  }

  /** The rule. */
  Rule rule() {
    return rule;
  }

  /** Whose histories the rule reads. */
  List<Scenario> scenarios() {
    return proof.scenarios();
  }

  /** How many of the plays so far broke the rule. */
  int failedPlays() {
    return failedPlays;
  }

  /** Whether nothing decisive was seen yet, by a rule that says something about this backend. */
  boolean isOpen() {
    return applies && result().verdict() == Verdict.UNKNOWN;
  }

  /**
   * Adds a play.
   *
   * @param judgement as {@link #judge} gave it
   * @param kept whether its history is kept: only then can one look at its moments
   */
  void add(Played play, Optional<Judgement> judgement, boolean kept) {
    if (!proof.scenarios().contains(play.scenario())) {
      return;
    }
    boolean tried = play.history().isPresent() || !play.took().isZero();
    offered |= play.scenario().equals(proof.scenarios().get(0)) && tried;
    played.add(play.scenario().name());
    took = took.plus(play.took());
    if (!play.why().isEmpty()) {
      reasons.add(play.why());
    }
    judgement.ifPresent(given -> add(play, given, kept));
  }

  private void add(Played play, Judgement given, boolean kept) {
    decisive += given.decisive();
    findings += given.findings().size();
    doubts.addAll(given.doubts());
    pointless = pointless.isEmpty() ? given.pointless() : pointless;
    if (given.findings().isEmpty()) {
      return;
    }
    failedPlays++;
    if (message.isEmpty()) {
      message = HistoryVerdict.failure(rule, play, play.history().orElseThrow(), given);
    }
    if (kept) {
      String scenario = play.scenario().name();
      given
          .findings()
          .forEach(
              it -> moments.add(new Moment(scenario, play.seed(), it.at(), it.name(), it.by())));
    }
  }

  /** What came out so far. */
  RuleResult result() {
    if (!applies) {
      return plain(Verdict.NOT_APPLICABLE, "it says something only if " + rule.appliesIf());
    }
    if (!offered) {
      return reasons.isEmpty()
          ? HistoryVerdict.undecided(rule, "it was not run")
          : plain(Verdict.NOT_OFFERED, reasons.iterator().next());
    }
    if (findings > 0) {
      return with(Verdict.FAIL, message);
    }
    if (decisive > 0) {
      return with(Verdict.PASS, "");
    }
    return pointless.isEmpty()
        ? with(Verdict.UNKNOWN, unknown())
        : plain(Verdict.NOT_APPLICABLE, pointless);
  }

  private String unknown() {
    Set<String> why = new TreeSet<>(doubts);
    why.addAll(reasons);
    return rule
        + "\n  unknown:  no decisive moment in "
        + played
        + why.stream()
            .limit(SHOWN_DOUBTS)
            .map(text -> "\n            " + text)
            .collect(Collectors.joining());
  }

  private RuleResult with(Verdict verdict, String text) {
    return new RuleResult(rule, verdict, decisive, text, null, took, moments);
  }

  private RuleResult plain(Verdict verdict, String text) {
    return new RuleResult(rule, verdict, 0, text, null, Duration.ZERO, List.of());
  }
}
