package io.leasehold.tck.run;

import io.leasehold.spi.BackendTraits;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Settings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Plays the scenarios that some rules read, and judges each rule by their histories. A scenario is
 * played again, with another seed, if a rule saw nothing decisive in it. Of what was played only
 * the first play of each scenario is kept, and plays that broke a rule.
 */
public final class EngineRun {

  /** Played at the same time on names of their own; each is mostly waiting. */
  private static final int SIDE_BY_SIDE = 3;

  /** On a busy machine several plays in a row may be disturbed in the moment that matters. */
  private static final int TRIES = 5;

  /** Broken again and again, a rule needs no more evidence. */
  private static final int KEPT_FAILURES = 3;

  private final List<RuleTally> tallies;
  private final Set<Scenario> scenarios = new LinkedHashSet<>();
  private final Set<String> besides = new HashSet<>();
  private final long seed;
  private final ScenarioRunner runner;
  private final Progress progress;
  private final List<Played> kept = new ArrayList<>();
  private final AtomicInteger done = new AtomicInteger();
  private int rounds;

  /**
   * Prepares a run.
   *
   * @param fixture the store
   * @param traits what its backend declares
   * @param rules rules of the engine
   * @param settings how scenarios are played
   * @param seed of the first play of each
   * @param progress is told of each play
   */
  public EngineRun(
      TckFixture fixture,
      BackendTraits traits,
      List<Rule> rules,
      Settings settings,
      long seed,
      Progress progress) {
    List<Rule> own = rules.stream().filter(Rule::isOfEngine).toList();
    this.tallies = own.stream().map(rule -> new RuleTally(rule, traits)).toList();
    own.stream()
        .filter(rule -> rule.applies().test(traits))
        .forEach(rule -> scenarios.addAll(rule.scenarios()));
    this.seed = seed;
    this.runner = new ScenarioRunner(fixture, settings);
    this.progress = progress;
  }

  /**
   * Plays and judges.
   *
   * @param more plays everything again, with further seeds, as long as this says so
   * @return one result per rule, in their order
   */
  public List<RuleResult> run(BooleanSupplier more) {
    first();
    while (more.getAsBoolean() && again()) {
      // the next round
    }
    return results();
  }

  /** Rules for which no scenario is played again, and which are told of only if decided. */
  EngineRun besides(Set<String> ids) {
    besides.addAll(ids);
    return this;
  }

  /** Plays each scenario, and again where a rule saw nothing decisive. */
  void first() {
    WarmUp.once(runner);
    play(scenarios);
    for (int i = 1; i < TRIES; i++) {
      Set<Scenario> open = new LinkedHashSet<>();
      tallies.stream()
          .filter(tally -> tally.isOpen() && !besides.contains(tally.rule().id()))
          .forEach(tally -> open.addAll(tally.scenarios()));
      open.retainAll(playable());
      play(open);
    }
  }

  /**
   * Plays each scenario once more, with a seed of its own.
   *
   * @return whether there was anything to play
   */
  boolean again() {
    Set<Scenario> again = playable();
    play(again);
    return !again.isEmpty();
  }

  /** What came out of each rule so far, in their order. */
  List<RuleResult> results() {
    return tallies.stream()
        .filter(tally -> !tally.isOpen() || !besides.contains(tally.rule().id()))
        .map(RuleTally::result)
        .toList();
  }

  /** How many scenarios a round has. */
  int size() {
    return scenarios.size();
  }

  /** What was played and kept. */
  public List<Played> played() {
    return List.copyOf(kept);
  }

  /** Without those that this fixture does not offer. */
  private Set<Scenario> playable() {
    return kept.stream()
        .filter(play -> play.history().isPresent())
        .map(Played::scenario)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private void play(Set<Scenario> round) {
    Queue<Played> plays = new ConcurrentLinkedQueue<>();
    play(round, seed + rounds++, plays);
    plays.forEach(this::judge);
  }

  /** After the round: a judge at work would disturb those who play beside it. */
  private void judge(Played play) {
    List<Optional<Judgement>> judgements =
        tallies.stream().map(tally -> tally.judge(play)).toList();
    boolean first = kept.stream().noneMatch(other -> other.scenario().equals(play.scenario()));
    boolean keep = first;
    for (int i = 0; i < tallies.size(); i++) {
      boolean failed = judgements.get(i).filter(it -> !it.findings().isEmpty()).isPresent();
      keep |= failed && tallies.get(i).failedPlays() < KEPT_FAILURES;
    }
    for (int i = 0; i < tallies.size(); i++) {
      tallies.get(i).add(play, judgements.get(i), keep);
    }
    if (keep) {
      kept.add(play);
    }
  }

  private void play(Set<Scenario> round, long with, Queue<Played> plays) {
    if (round.isEmpty()) {
      return;
    }
    ConcurrentLinkedQueue<Scenario> beside = new ConcurrentLinkedQueue<>();
    List<Scenario> alone = new ArrayList<>();
    round.forEach(scenario -> (scenario.alone() ? alone : beside).add(scenario));
    int of = done.get() + round.size();
    int threads = Math.min(SIDE_BY_SIDE, beside.size());
    CountDownLatch ended = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  for (Scenario next = beside.poll(); next != null; next = beside.poll()) {
                    playOne(next, with, of, plays);
                  }
                } finally {
                  ended.countDown();
                }
              },
              "leasehold-tck-play-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    alone.forEach(scenario -> playOne(scenario, with, of, plays));
  }

  private void playOne(Scenario scenario, long with, int of, Queue<Played> plays) {
    plays.add(runner.play(scenario, with));
    progress.step(done.incrementAndGet(), of, scenario.name());
  }
}
