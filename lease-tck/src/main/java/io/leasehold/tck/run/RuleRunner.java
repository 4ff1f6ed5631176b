package io.leasehold.tck.run;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Proof;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleBody;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.RuleStop;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs one rule against one fixture. */
public final class RuleRunner {

  /** An inconclusive run is repeated: a machine that was slow once is no verdict. */
  private static final int TRIES = 3;

  private static final int SHOWN_CALLS = 14;

  /** A call that is open for so many call timeouts hangs; a busy machine is not that slow. */
  private static final int HANGING = 5;

  private static final String SLOW =
      "\n  check:    whether each call takes long; a slow store, or machine, needs a longer bound:"
          + " -D"
          + TckFixture.SCALE_PROPERTY
          + "=3, or more.";

  private final TckFixture fixture;
  private final BackendTraits traits;
  private final Rule rule;
  private final RuleBody body;
  private final LeaseClock stopwatch = LeaseClock.system();
  private final AtomicReference<@Nullable RuleContext> current = new AtomicReference<>();
  private volatile long begin = stopwatch.nanos();

  /**
   * Prepares one run.
   *
   * @throws IllegalArgumentException if the rule is judged by histories
   */
  public RuleRunner(TckFixture fixture, BackendTraits traits, Rule rule) {
    if (!(rule.proof() instanceof Proof.Calls calls)) {
      throw new IllegalArgumentException(rule.id() + " is judged by histories, not by calls");
    }
    this.body = calls.body();
    this.fixture = fixture;
    this.traits = traits;
    this.rule = rule;
  }

  /** Runs the rule; throws nothing. */
  public RuleResult run() {
    begin = stopwatch.nanos();
    if (!rule.applies().test(traits)) {
      return result(Verdict.NOT_APPLICABLE, 0, "it says something only if " + rule.appliesIf());
    }
    Set<Ability> missing = new TreeSet<>(rule.needs());
    missing.removeAll(fixture.faults().offered());
    if (!missing.isEmpty()) {
      return result(Verdict.NOT_OFFERED, 0, "the fixture does not offer " + missing);
    }
    RuleResult result = once();
    for (int i = 1; i < TRIES && result.verdict() == Verdict.UNKNOWN; i++) {
      result = once();
    }
    return result;
  }

  private RuleResult once() {
    try (RuleContext ctx = new RuleContext(fixture, traits)) {
      current.set(ctx);
      return judged(ctx);
    }
  }

  private RuleResult judged(RuleContext ctx) {
    try {
      body.judge(ctx);
    } catch (RuleStop.Violated e) {
      return violated(ctx, e);
    } catch (RuleStop.NotApplicable e) {
      return result(Verdict.NOT_APPLICABLE, ctx.observations(), String.valueOf(e.getMessage()));
    } catch (RuleStop.Inconclusive e) {
      return unknown(ctx, String.valueOf(e.getMessage()), e);
    } catch (RuntimeException e) {
      return unknown(ctx, "the run ended with " + e, e);
    }
    return ctx.observations() == 0
        ? unknown(ctx, "the run made no decisive observation", null)
        : result(Verdict.PASS, ctx.observations(), "");
  }

  /** What is said of a run that did not come back within its bound; called from another thread. */
  RuleResult overdue(Duration bound) {
    RuleContext ctx = current.get();
    Duration hanging = traits.callTimeout().multipliedBy(HANGING);
    List<String> open = ctx == null ? List.of() : ctx.log().open(hanging);
    String seen = "the rule did not end within " + CallText.of(bound);
    if (ctx == null || open.isEmpty()) {
      return result(Verdict.UNKNOWN, 0, rule + "\n  unknown:  " + seen + SLOW);
    }
    return violated(
        ctx,
        new RuleStop.Violated(
            "every call to return within callTimeout, "
                + CallText.of(traits.callTimeout())
                + " (G7)",
            seen + "; still open: " + open));
  }

  /** What is said of a run that broke down by something else than an exception of its rule. */
  RuleResult failed(Throwable error) {
    String text = rule + "\n  unknown:  the run broke down: " + error;
    return new RuleResult(rule, Verdict.UNKNOWN, 0, text, error, took(), List.of());
  }

  private RuleResult violated(RuleContext ctx, RuleStop.Violated e) {
    String text =
        rule
            + "\n  expected: "
            + e.expected()
            + "\n  seen:     "
            + e.seen()
            + "\n  check:    "
            + rule.check()
            + calls(ctx);
    return new RuleResult(
        rule, Verdict.FAIL, ctx.observations(), text, e.getCause(), took(), List.of());
  }

  private RuleResult unknown(RuleContext ctx, String why, @Nullable RuntimeException e) {
    Throwable cause = e instanceof RuleStop ? e.getCause() : e;
    String text = rule + "\n  unknown:  " + why + check(e) + calls(ctx);
    return new RuleResult(
        rule, Verdict.UNKNOWN, ctx.observations(), text, cause, took(), List.of());
  }

  private static String check(@Nullable RuntimeException e) {
    if (e == null) {
      return "";
    }
    String check = e instanceof RuleStop.Inconclusive stop ? stop.check() : RuleStop.CHECK_ANSWERS;
    return check.isEmpty() ? "" : "\n  check:    " + check;
  }

  private static String calls(RuleContext ctx) {
    return "\n  last calls:\n    " + String.join("\n    ", ctx.log().last(SHOWN_CALLS));
  }

  private RuleResult result(Verdict verdict, long observations, String message) {
    return new RuleResult(rule, verdict, observations, message, null, took(), List.of());
  }

  private Duration took() {
    return Duration.ofNanos(stopwatch.nanos() - begin);
  }
}
