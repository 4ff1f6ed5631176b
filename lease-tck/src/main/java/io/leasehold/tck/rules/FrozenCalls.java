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
import java.util.Set;
import java.util.stream.Collectors;

/** What calls do while the store gives no answer. */
final class FrozenCalls {

  /** Calls of each kind at a time; with all kinds, more than a pool made small by mistake has. */
  private static final int OF_EACH = 2;

  /** On a busy machine a thread comes late now and then. */
  private static final int ROUNDS = 3;

  /** No machine is so busy that a call which ends in time seems to last so many bounds. */
  private static final int HOPELESS = 5;

  /** How late a thread may wake up; what it shows of a store on a virtual clock is real time. */
  private static final Duration LATE = Duration.ofMillis(200);

  private FrozenCalls() {}

  /** A thread that came late is another one each time; a call that is late is so each time. */
  static void bounded(RuleContext ctx) {
    List<Answer> answers = answers(ctx);
    List<Answer> late = answers.stream().filter(Answer::isLate).toList();
    for (int i = 1; i < ROUNDS && !late.isEmpty() && !late.stream().allMatch(Answer::hangs); i++) {
      Set<String> before = late.stream().map(Answer::what).collect(Collectors.toSet());
      answers = answers(ctx);
      late = answers.stream().filter(one -> one.isLate() && before.contains(one.what())).toList();
    }
    for (Answer answer : answers) {
      ctx.expect(
          !late.contains(answer),
          answer.what()
              + " to return within callTimeout, "
              + CallText.of(ctx.traits().callTimeout()),
          answer);
    }
  }

  /** Each kind of call alone, and then all at a time: none waits for the bounds of the others. */
  private static List<Answer> answers(RuleContext ctx) {
    Client a = ctx.client();
    List<Situation> alone = Situation.oneOfEach(ctx, a);
    List<Situation> together = new ArrayList<>();
    for (int i = 0; i < OF_EACH; i++) {
      together.addAll(Situation.oneOfEach(ctx, a));
    }
    List<Answer> answers = new ArrayList<>();
    frozen(
        ctx,
        () -> {
          for (Situation situation : alone) {
            answers.add(alone(ctx, situation));
          }
          answers.add(slowest(ctx, together));
        });
    return answers;
  }

  private static Answer alone(RuleContext ctx, Situation situation) {
    // Waking up a thread takes a moment on a busy machine; on a virtual clock it takes none.
    Duration enough = ctx.traits().callTimeout().plus(ctx.error().multipliedBy(40));
    long begin = ctx.clock().nanos();
    Object outcome = ask(situation);
    Duration took = Duration.ofNanos(ctx.clock().nanos() - begin);
    return new Answer(situation.name(), outcome, took, enough);
  }

  private static Answer slowest(RuleContext ctx, List<Situation> calls) {
    String what = "each of " + calls.size() + " calls by one client at the same time";
    return Race.run(calls.size(), i -> timed(ctx, what, calls.get(i))).stream()
        .max(Comparator.comparing(Answer::took))
        .orElseThrow();
  }

  /** Each call without an answer moves a virtual clock on for all others: real time counts too. */
  private static Answer timed(RuleContext ctx, String what, Situation situation) {
    LeaseClock real = LeaseClock.system();
    long begin = ctx.clock().nanos();
    long reallyBegun = real.nanos();
    Object outcome = ask(situation);
    long took = Math.min(ctx.clock().nanos() - begin, real.nanos() - reallyBegun);
    return new Answer(
        what,
        situation.name() + ": " + outcome,
        Duration.ofNanos(took),
        ctx.traits().callTimeout().plus(LATE));
  }

  private record Answer(String what, Object outcome, Duration took, Duration enough) {

    boolean isLate() {
      return took.compareTo(enough) > 0;
    }

    boolean hangs() {
      return took.compareTo(enough.multipliedBy(HOPELESS)) > 0;
    }

    @Override
    public String toString() {
      return outcome + " after " + CallText.of(took);
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
  static Object ask(Situation situation) {
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
