package io.leasehold.tck.run;

import io.leasehold.spi.BackendTraits;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.rule.Proof;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Settings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Plays the scenarios that some rules read, and judges each rule by their histories. A scenario is
 * played again, with another seed, if a rule saw nothing decisive in it.
 */
public final class EngineRun {

  /** Played at the same time on names of their own; each is mostly waiting. */
  private static final int SIDE_BY_SIDE = 3;

  private static final int TRIES = 3;

  private final BackendTraits traits;
  private final List<Rule> rules;
  private final long seed;
  private final ScenarioRunner runner;
  private final Progress progress;
  private final Queue<Played> plays = new ConcurrentLinkedQueue<>();
  private final AtomicInteger done = new AtomicInteger();

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
    this.traits = traits;
    this.rules = rules.stream().filter(Rule::isOfEngine).toList();
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
    Set<Scenario> scenarios = new LinkedHashSet<>();
    rules.stream()
        .filter(rule -> rule.applies().test(traits))
        .forEach(rule -> scenarios.addAll(scenariosOf(rule)));
    play(scenarios, seed);
    for (int i = 1; i < TRIES; i++) {
      Set<Scenario> again = undecided();
      if (again.isEmpty()) {
        break;
      }
      play(again, seed + i);
    }
    for (int i = TRIES; more.getAsBoolean(); i++) {
      play(scenarios, seed + i);
    }
    return rules.stream().map(this::result).toList();
  }

  /** What was played. */
  public List<Played> played() {
    return List.copyOf(plays);
  }

  private static List<Scenario> scenariosOf(Rule rule) {
    return ((Proof.Histories) rule.proof()).scenarios();
  }

  private void play(Set<Scenario> scenarios, long with) {
    if (scenarios.isEmpty()) {
      return;
    }
    ConcurrentLinkedQueue<Scenario> beside = new ConcurrentLinkedQueue<>();
    List<Scenario> alone = new ArrayList<>();
    scenarios.forEach(scenario -> (scenario.alone() ? alone : beside).add(scenario));
    int of = done.get() + scenarios.size();
    int threads = Math.min(SIDE_BY_SIDE, beside.size());
    CountDownLatch ended = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  for (Scenario next = beside.poll(); next != null; next = beside.poll()) {
                    playOne(next, with, of);
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
    alone.forEach(scenario -> playOne(scenario, with, of));
  }

  private void playOne(Scenario scenario, long with, int of) {
    plays.add(runner.play(scenario, with));
    progress.step(done.incrementAndGet(), of, scenario.name());
  }

  private Set<Scenario> undecided() {
    Set<Scenario> again = new LinkedHashSet<>();
    for (Rule rule : rules) {
      if (rule.applies().test(traits) && result(rule).verdict() == Verdict.UNKNOWN) {
        again.addAll(scenariosOf(rule));
      }
    }
    return again;
  }

  private RuleResult result(Rule rule) {
    return HistoryVerdict.of(rule, traits, played());
  }
}
