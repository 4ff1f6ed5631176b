package io.leasehold.tck.run;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.WallClock;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.rule.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One run of the kit against one store: the rules of the SPI, then those of the engine, everything
 * again while there is time. Behind the JUnit class and the command line.
 */
public final class Kit {

  private final TckFixture fixture;
  private final String store;
  private final Plan plan;
  private final Map<String, String> about;
  private final Progress progress;
  private final LeaseClock clock = LeaseClock.system();

  /**
   * Prepares a run.
   *
   * @param fixture the store; the caller closes it
   * @param store what to call it, without secrets
   * @param plan what to do
   * @param about what reports say of the run, in this order; see {@link About}
   * @param progress is told of each rule of the SPI and each play of a scenario
   */
  public Kit(
      TckFixture fixture, String store, Plan plan, Map<String, String> about, Progress progress) {
    this.fixture = fixture;
    this.store = store;
    this.plan = plan;
    this.about = about;
    this.progress = progress;
  }

  /** An engine has threads of its own, which no clock of a test can move. */
  public static boolean canJudge(TckFixture fixture, Rule rule) {
    return !rule.isOfEngine() || fixture.clock() == LeaseClock.system();
  }

  /**
   * Runs. Rules of the engine are left out if the fixture's time is virtual.
   *
   * @return what came out; one result per rule that can be judged, in the plan's order
   */
  public TckOutcome run() {
    Instant began = WallClock.now();
    long begin = clock.nanos();
    BackendTraits traits = traits();
    List<Rule> rules = plan.rules().stream().filter(it -> canJudge(fixture, it)).toList();
    int calls = (int) rules.stream().filter(rule -> !rule.isOfEngine()).count();
    Progress plays = (done, of, what) -> progress.step(calls + done, calls + of, what);
    EngineRun engine =
        new EngineRun(fixture, traits, rules, plan.settings(), plan.seed(), plays)
            .besides(plan.besides());
    progress.step(0, calls + engine.size(), "");
    List<RuleResult> spi =
        new TckRun(
                fixture, rules, (done, of, what) -> progress.step(done, of + engine.size(), what))
            .run();
    engine.first();
    while (clock.nanos() - begin < plan.time().toNanos() && !isInterrupted()) {
      List<RuleResult> again = new TckRun(fixture, rules).run();
      spi = RepeatedResults.both(spi, again);
      if (!engine.again() && calls == 0) {
        break; // nothing can be played here
      }
    }
    return new TckOutcome(
        store,
        traits,
        plan.seed(),
        began,
        Duration.ofNanos(clock.nanos() - begin),
        inOrder(rules, spi, engine.results()),
        engine.played(),
        about);
  }

  private static boolean isInterrupted() {
    return Thread.currentThread().isInterrupted();
  }

  private static List<RuleResult> inOrder(
      List<Rule> rules, List<RuleResult> spi, List<RuleResult> engine) {
    Map<String, RuleResult> results = new HashMap<>();
    spi.forEach(result -> results.put(result.rule().id(), result));
    engine.forEach(result -> results.put(result.rule().id(), result));
    List<RuleResult> all = new ArrayList<>();
    for (Rule rule : rules) {
      Optional.ofNullable(results.get(rule.id())).ifPresent(all::add);
    }
    return all;
  }

  private BackendTraits traits() {
    try (LeaseBackend backend = fixture.connect()) {
      return backend.traits();
    }
  }
}
