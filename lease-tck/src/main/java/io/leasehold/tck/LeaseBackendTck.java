package io.leasehold.tck;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.WallClock;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.Means;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleGroup;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.EngineRun;
import io.leasehold.tck.run.Expectations;
import io.leasehold.tck.run.Progress;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckReport;
import io.leasehold.tck.run.TckRun;
import io.leasehold.tck.run.Verdict;
import io.leasehold.tck.run.Waiver;
import io.leasehold.tck.scenario.Settings;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The class that a backend's author extends: one dynamic test per rule of the catalogue.
 *
 * <pre>{@code
 * class MyBackendTckTest extends LeaseBackendTck {
 *   private final MyStore store = MyStore.start();
 *
 *   @Override
 *   protected TckFixture fixture() {
 *     return () -> new MyBackend(store);   // another client, with a connection of its own
 *   }
 *
 *   @Override
 *   protected Set<Ability> notOffered() {
 *     return EnumSet.allOf(Ability.class); // no faults can be made: some rules cannot be judged
 *   }
 * }
 * }</pre>
 *
 * <p>Nothing is left out in silence: a rule that does not apply to the backend, or that needs an
 * ability which the fixture does not offer, fails unless it is stated here; what was stated and is
 * not so fails as well. Whether a rule applies is asked first, so that one which applies and is not
 * offered may not be named in {@link #notApplicable()}. Stated rules show up as skipped, with the
 * reason.
 *
 * <p>Each run prints a report that begins with {@code Leasehold TCK:}. A build that does not print
 * it has not run the kit, for instance because its test runner finds no JUnit 5 tests.
 */
public abstract class LeaseBackendTck {

  /** The system property that gives the seed of all chances; without it each run has its own. */
  public static final String SEED_PROPERTY = "leasehold.tck.seed";

  /** For subclasses. */
  protected LeaseBackendTck() {}

  /** The store under test; called once, closed at the end. */
  protected abstract TckFixture fixture();

  /** Abilities that the fixture does not offer; the rules that need them cannot be judged. */
  protected Set<Ability> notOffered() {
    return Set.of();
  }

  /** Ids of the rules that say nothing about this backend. */
  protected Set<String> notApplicable() {
    return Set.of();
  }

  /** Rules that the backend is known to break, each with a reason and a last day. */
  protected List<Waiver> waivers() {
    return List.of();
  }

  /** Runs the catalogue; one container per group, one test per rule. */
  @TestFactory
  @DisplayName("rules")
  final Stream<DynamicNode> rules() {
    try (TckFixture fixture = fixture()) {
      Expectations expectations =
          new Expectations(
              notApplicable(),
              notOffered(),
              waivers(),
              WallClock.now().atZone(ZoneOffset.UTC).toLocalDate());
      List<RuleResult> results = run(fixture, expectations);
      List<Rule> rules = isOnRealTime(fixture) ? RuleCatalogue.rules() : RuleCatalogue.ofSpi();
      List<String> faults = expectations.faults(rules, Means.of(fixture));
      List<DynamicNode> nodes = new ArrayList<>();
      nodes.add(
          DynamicTest.dynamicTest(
              "what this class states is so",
              () -> {
                if (!faults.isEmpty()) {
                  throw fault(String.join("\n", faults), null);
                }
              }));
      for (RuleGroup group : RuleGroup.values()) {
        nodes.add(
            DynamicContainer.dynamicContainer(
                group + ": " + group.title(),
                results.stream()
                    .filter(result -> result.rule().group() == group)
                    .map(result -> test(result, expectations))));
      }
      return nodes.stream();
    }
  }

  private static List<RuleResult> run(TckFixture fixture, Expectations expectations) {
    LeaseClock clock = LeaseClock.system();
    long begin = clock.nanos();
    BackendTraits traits = traits(fixture);
    List<RuleResult> found = new ArrayList<>(new TckRun(fixture, RuleCatalogue.ofSpi()).run());
    if (isOnRealTime(fixture)) {
      found.addAll(engine(fixture, traits));
    }
    List<RuleResult> results = found.stream().map(expectations::waive).toList();
    Duration took = Duration.ofNanos(clock.nanos() - begin);
    System.out.print(new TckReport(traits, results, expectations, took).text());
    return results;
  }

  /** An engine has threads of its own, which no clock of a test can move. */
  private static boolean isOnRealTime(TckFixture fixture) {
    return fixture.clock() == LeaseClock.system();
  }

  private static List<RuleResult> engine(TckFixture fixture, BackendTraits traits) {
    long seed = Long.getLong(SEED_PROPERTY, OwnerToken.random().hashCode());
    return new EngineRun(
            fixture, traits, RuleCatalogue.ofEngine(), Settings.quick(), seed, Progress.NONE)
        .run(() -> false);
  }

  private static BackendTraits traits(TckFixture fixture) {
    try (LeaseBackend backend = fixture.connect()) {
      return backend.traits();
    }
  }

  /** Without a stack trace: it would show the kit, and the text says all. */
  private static AssertionError fault(String text, @Nullable Throwable cause) {
    AssertionError fault = new AssertionError(text, cause);
    fault.setStackTrace(new StackTraceElement[0]);
    return fault;
  }

  private static DynamicTest test(RuleResult result, Expectations expectations) {
    return DynamicTest.dynamicTest(
        result.rule().id() + " " + result.rule().text(),
        () -> {
          Optional<String> fault = expectations.fault(result);
          if (fault.isPresent()) {
            throw fault(fault.get(), result.error());
          }
          Assumptions.assumeTrue(
              result.verdict() == Verdict.PASS,
              () -> result.verdict() + ", as stated: " + result.message());
        });
  }
}
