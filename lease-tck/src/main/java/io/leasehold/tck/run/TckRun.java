package io.leasehold.tck.run;

import static io.leasehold.tck.fixture.TckFixture.SCALE_PROPERTY;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.rule.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs rules against a fixture: those that need only names of their own side by side, as many as
 * the fixture allows, and then those that disturb the whole store, one after the other.
 */
public final class TckRun {

  private static final Duration BOUND = Duration.ofSeconds(60);

  private final TckFixture fixture;
  private final List<Rule> rules;
  private final Progress progress;
  private final AtomicInteger done = new AtomicInteger();

  /** Prepares a run that tells nobody how far it is. */
  public TckRun(TckFixture fixture, List<Rule> rules) {
    this(fixture, rules, Progress.NONE);
  }

  /**
   * Prepares a run.
   *
   * @param fixture the store
   * @param rules rules of the SPI; those of the engine are left to {@link EngineRun}
   * @param progress is told of each rule
   */
  public TckRun(TckFixture fixture, List<Rule> rules, Progress progress) {
    this.fixture = fixture;
    this.progress = progress;
    this.rules = rules.stream().filter(rule -> !rule.isOfEngine()).toList();
  }

  /** Runs all rules; one result per rule, in their order. */
  public List<RuleResult> run() {
    BackendTraits traits = traits();
    Map<String, RuleResult> results = new LinkedHashMap<>();
    rules.forEach(rule -> results.put(rule.id(), pending(rule)));
    run(traits, rules.stream().filter(r -> !r.exclusive()).toList(), parallelism(), results);
    run(traits, rules.stream().filter(Rule::exclusive).toList(), 1, results);
    return Causes.named(List.copyOf(results.values()));
  }

  private void step(Rule rule) {
    progress.step(done.incrementAndGet(), rules.size(), rule.id());
  }

  private int parallelism() {
    return Math.max(1, fixture.parallelism());
  }

  private static RuleResult pending(Rule rule) {
    return new RuleResult(
        rule, Verdict.UNKNOWN, 0, "it was not run", null, Duration.ZERO, List.of());
  }

  private BackendTraits traits() {
    try (LeaseBackend backend = fixture.connect()) {
      return backend.traits();
    }
  }

  private void run(
      BackendTraits traits, List<Rule> some, int threads, Map<String, RuleResult> results) {
    double scale = Math.max(1, Double.parseDouble(System.getProperty(SCALE_PROPERTY, "1")));
    Duration bound =
        Duration.ofMillis((long) (BOUND.toMillis() * scale))
            .plus(fixture.ttl(traits).multipliedBy(20));
    Semaphore permits = new Semaphore(threads);
    List<Running> running = new ArrayList<>();
    try {
      for (Rule rule : some) {
        running.add(
            Running.start(new RuleRunner(fixture, traits, rule), permits, bound, () -> step(rule)));
      }
    } catch (InterruptedException e) {
      // The rules that were not started keep the result that says so.
      Thread.currentThread().interrupt();
    }
    for (Running one : running) {
      RuleResult result = one.join();
      results.put(result.rule().id(), result);
    }
  }
}
