package io.leasehold.tck.rules;

import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Race;
import io.leasehold.tck.rule.RuleContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What calls do while the store gives no answer. */
final class FrozenCalls {

  /** Calls of each kind at a time; with all kinds, more than a pool made small by mistake has. */
  private static final int OF_EACH = 2;

  /** A thread may come late once, on a busy machine; a queue of calls is there each time. */
  private static final int ROUNDS = 3;

  /** No machine is so busy that a call which ends in time seems to last so many bounds. */
  private static final int HOPELESS = 5;

  /** How late a thread may wake up; what it shows of a store on a virtual clock is real time. */
  private static final Duration LATE = Duration.ofMillis(200);

  private FrozenCalls() {}

  static void bounded(RuleContext ctx) {
    Duration bound = ctx.traits().callTimeout();
    // Waking up a thread takes a moment on a busy machine; on a virtual clock it takes none.
    Duration slack = ctx.error().multipliedBy(40);
    Client a = ctx.client();
    List<Situation> calls = Situation.oneOfEach(ctx, a);
    List<Situation> together = new ArrayList<>();
    for (int i = 0; i < OF_EACH * ROUNDS; i++) {
      together.addAll(Situation.oneOfEach(ctx, a));
    }
    frozen(
        ctx,
        () -> {
          for (Situation situation : calls) {
            long begin = ctx.clock().nanos();
            Object outcome = ask(situation);
            Duration took = Duration.ofNanos(ctx.clock().nanos() - begin);
            ctx.expect(
                took.compareTo(bound.plus(slack)) <= 0,
                situation.name() + " to return within callTimeout, " + CallText.of(bound),
                outcome + " after " + CallText.of(took));
          }
          boundedTogether(ctx, together);
        });
  }

  /** A call must not wait for the bounds of the calls before it. */
  private static void boundedTogether(RuleContext ctx, List<Situation> calls) {
    Duration bound = ctx.traits().callTimeout();
    Duration enough = bound.plus(LATE);
    int size = calls.size() / ROUNDS;
    Answer slowest = slowest(ctx, calls.subList(0, size));
    for (int round = 1; round < ROUNDS && slowest.isBetween(enough, HOPELESS); round++) {
      slowest = slowest(ctx, calls.subList(round * size, (round + 1) * size));
    }
    ctx.expect(
        slowest.took().compareTo(enough) <= 0,
        "each of "
            + size
            + " calls by one client at the same time to return within callTimeout, "
            + CallText.of(bound),
        slowest);
  }

  private static Answer slowest(RuleContext ctx, List<Situation> calls) {
    return Race.run(calls.size(), i -> timed(ctx, calls.get(i))).stream()
        .max(Comparator.comparing(Answer::took))
        .orElseThrow();
  }

  /** Each call without an answer moves a virtual clock on for all others: real time counts too. */
  private static Answer timed(RuleContext ctx, Situation situation) {
    LeaseClock real = LeaseClock.system();
    long begin = ctx.clock().nanos();
    long reallyBegun = real.nanos();
    Object outcome = ask(situation);
    long took = Math.min(ctx.clock().nanos() - begin, real.nanos() - reallyBegun);
    return new Answer(situation, outcome, Duration.ofNanos(took));
  }

  private record Answer(Situation situation, Object outcome, Duration took) {

    boolean isBetween(Duration enough, int times) {
      return took.compareTo(enough) > 0 && took.compareTo(enough.multipliedBy(times)) < 0;
    }

    @Override
    public String toString() {
      return situation.name() + ": " + outcome + " after " + CallText.of(took);
    }
  }

  static void honest(RuleContext ctx) {
    List<Situation> calls = Situation.oneOfEach(ctx, ctx.client());
    frozen(
        ctx,
        () -> {
          for (Situation situation : calls) {
            Object outcome = ask(situation);
            ctx.expect(
                !(outcome instanceof RuntimeException) && !Situation.isDefinite(outcome),
                "Unknown or Refused to " + situation.name() + ", as the store gives no answer",
                outcome);
          }
        });
  }

  /** An exception has ended the call in time, and is no answer. */
  private static Object ask(Situation situation) {
    try {
      return situation.ask();
    } catch (RuntimeException e) {
      return e;
    }
  }

  static void frozen(RuleContext ctx, Runnable calls) {
    ctx.note("(the store is frozen)");
    ctx.faults().freeze();
    try {
      calls.run();
    } finally {
      ctx.faults().thaw();
      ctx.note("(the store answers again)");
    }
  }
}
