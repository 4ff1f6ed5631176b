package io.leasehold.tck;

import io.leasehold.spi.WallClock;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.Means;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.report.ConsoleReport;
import io.leasehold.tck.report.Look;
import io.leasehold.tck.report.Places;
import io.leasehold.tck.report.Reports;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleGroup;
import io.leasehold.tck.run.About;
import io.leasehold.tck.run.Expectations;
import io.leasehold.tck.run.Kit;
import io.leasehold.tck.run.Plan;
import io.leasehold.tck.run.Progress;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import io.leasehold.tck.run.Waiver;
import java.nio.file.Path;
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

  /**
   * The system property that names a folder for the files of a run (HTML, JSON, JUnit XML,
   * Markdown, histories), each class in one of its own; without it nothing is written.
   */
  public static final String OUT_PROPERTY = "leasehold.tck.out";

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
      List<RuleResult> results = run(fixture, expectations).results();
      List<Rule> rules = results.stream().map(RuleResult::rule).toList();
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

  private TckOutcome run(TckFixture fixture, Expectations expectations) {
    Plan plan = Plan.quick();
    TckOutcome outcome =
        new Kit(
                fixture,
                getClass().getName(),
                plan.seed(Long.getLong(SEED_PROPERTY, plan.seed())),
                About.run(getClass().getName()),
                Progress.NONE)
            .run();
    TckOutcome judged =
        outcome.results(outcome.results().stream().map(expectations::waive).toList());
    String out = System.getProperty(OUT_PROPERTY, "");
    Path folder = Path.of(out, getClass().getName());
    Places places = out.isEmpty() ? Places.NONE : Places.in(folder);
    System.out.print(
        ConsoleReport.text(judged, Look.PLAIN, places) + expectations.toState(judged.results()));
    if (!out.isEmpty()) {
      Reports.write(judged, folder);
      System.out.println("  files: " + folder);
    } else if (judged.verdict() != Verdict.PASS) {
      System.out.println(
          "  for the histories and a page to look at: -D"
              + OUT_PROPERTY
              + "=DIR -D"
              + SEED_PROPERTY
              + "="
              + judged.seed());
    }
    return judged;
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
