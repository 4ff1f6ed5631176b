package io.leasehold.tck.rules;

import static io.leasehold.tck.rule.Guarantee.G1;
import static io.leasehold.tck.rule.Guarantee.G7;

import io.leasehold.spi.BackendTraits.TtlScope;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.Subscription;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Checks;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Race;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How the calls of a backend behave, whatever they are about. */
final class CallRules {

  static final List<Rule> RULES =
      List.of(
          Rule.must("TRT-01", G7, "A healthy store's answers are definite.")
              .why("An answer such as Busy, told as unknown, is abandoned and tried for ever.")
              .check("The branch that maps the store's refusals to outcomes.")
              .judge(CallRules::definite),
          Rule.must("TRT-02", G7, "No call throws: faults and refusals are values.")
              .why("An exception is taken as unknown; 'not yours' would never be heard.")
              .check("Driver exceptions for 'no such record' or 'condition failed'.")
              .judge(CallRules::throwsNothing),
          Rule.must("TRT-03", G7, "With the store frozen every call returns within callTimeout.")
              .why("A call without a bound outlives the lease that it was to renew.")
              .check(
                  "Socket timeouts, futures without a bound, the wait for a pool, lock or connection.")
              .needs(Ability.FREEZE)
              .judge(FrozenCalls::bounded),
          Rule.must("TRT-04", G7, "Without an answer of the store the outcome is not definite.")
              .why("A guess, in either direction, is a wrong belief about who holds the name.")
              .check(
                  "Timeouts thrown, or mapped to Busy, NotOwner or Absent; copies of the record.")
              .needs(Ability.FREEZE)
              .judge(FrozenCalls::honest),
          Rule.must(
                  "TRT-05",
                  G7,
                  "An interrupted thread gets an answer and keeps its interrupt flag.")
              .why("Its owner has to see that it was interrupted; an exception is no answer.")
              .check(
                  "catch (InterruptedException): Thread.currentThread().interrupt() and an answer.")
              .judge(CallRules::interruptFlag),
          Rule.must("TRT-06", G7, "After close every call is answered Refused(CLOSED).")
              .why("The engine must be able to tell its own end from a fault of the store.")
              .check("A closed flag that is looked at first, in every call.")
              .judge(CallRules::refusedAfterClose),
          Rule.must("TRT-07", G7, "close() may be repeated, throws nothing, hurts no other client.")
              .why("It runs in clean-up paths, often twice.")
              .check("Shared drivers or pools that the first client closes for all.")
              .judge(CallRules::closing),
          Rule.must("TRT-08", G1, "With ttlScope LEASE, close() releases nothing by itself.")
              .why("The engine decides what is released, and in which order.")
              .check("Clean-up in close() that deletes the client's records.")
              .onlyIf("ttlScope is LEASE", traits -> traits.ttlScope() == TtlScope.LEASE)
              .judge(CallRules::closeReleasesNothing),
          Rule.must("TRT-09", G7, "One backend answers many threads at once, each rightly.")
              .why("The engine calls it from its renewal workers and from every caller.")
              .check("Shared buffers, scripts or connections without protection.")
              .judge(CallRules::manyThreads),
          Rule.must("TRT-11", G7, "Subscriptions never fail, and end as often as they are closed.")
              .why("They are optional: the engine asks every backend for them.")
              .check("onVacant and onSuspect where the store has no such thing.")
              .judge(CallRules::subscriptions),
          Rule.must("TRT-12", G7, "What is refused for want of an answer never takes effect.")
              .why("The engine abandons what is unknown only: a refused grant is held for nobody.")
              .check("Timeouts of requests that were sent, mapped to Refused: Unknown is the word.")
              .needs(Ability.FREEZE)
              .judge(FrozenRefusals::neverHappen),
          Rule.must("TRT-16", G7, "With a healthy store every call returns within callTimeout.")
              .why("A call that waits for the name holds up renewals, and makes its caller late.")
              .check("Waiting, polling or retrying inside a call: Busy is an answer, at once.")
              .judge(CallRules::inTime));

  private CallRules() {}

  private static void definite(RuleContext ctx) {
    for (Situation situation : Situation.all(ctx)) {
      Object outcome = situation.ask();
      for (int i = 1; i < 3 && !Situation.isDefinite(outcome); i++) {
        outcome = situation.ask();
      }
      ctx.expect(
          Situation.isDefinite(outcome), "a definite answer to " + situation.name(), outcome);
    }
  }

  private static void throwsNothing(RuleContext ctx) {
    for (Situation situation : Situation.all(ctx)) {
      Object seen;
      try {
        seen = situation.ask();
      } catch (RuntimeException e) {
        seen = e;
      }
      ctx.expect(
          !(seen instanceof RuntimeException), "an answer to " + situation.name(), "threw " + seen);
    }
  }

  private static void interruptFlag(RuleContext ctx) {
    for (Situation situation : Situation.all(ctx)) {
      List<RuntimeException> thrown = new ArrayList<>();
      boolean kept = Race.elsewhere(() -> keepsTheFlag(situation, thrown));
      ctx.expect(
          thrown.isEmpty(),
          "an answer to " + situation.name() + " on a thread that is interrupted",
          "threw " + thrown);
      ctx.expect(kept, "the interrupt flag to be kept by " + situation.name(), "cleared");
    }
  }

  private static boolean keepsTheFlag(Situation situation, List<RuntimeException> thrown) {
    Thread.currentThread().interrupt();
    try {
      situation.ask();
    } catch (RuntimeException e) {
      thrown.add(e);
    }
    return Thread.interrupted();
  }

  /** A machine that is busy makes a call late once; a call that waits is late each time. */
  private static void inTime(RuleContext ctx) {
    Duration bound = ctx.traits().callTimeout();
    for (Situation situation : Situation.all(ctx)) {
      Duration took = time(ctx, situation);
      for (int i = 1; i < 4 && took.compareTo(bound) > 0; i++) {
        took = time(ctx, situation);
      }
      ctx.expect(
          took.compareTo(bound) <= 0,
          situation.name() + " to return within callTimeout, " + CallText.of(bound),
          "each of 4 such calls took longer, the last one " + CallText.of(took));
    }
  }

  private static Duration time(RuleContext ctx, Situation situation) {
    long begin = ctx.clock().nanos();
    Object ignored = FrozenCalls.ask(situation); // an exception ends it in time
    return Duration.ofNanos(ctx.clock().nanos() - begin);
  }

  private static void refusedAfterClose(RuleContext ctx) {
    Client a = ctx.client();
    List<Situation> calls = Situation.oneOfEach(ctx, a);
    a.close();
    for (Situation situation : calls) {
      Object outcome = situation.ask();
      ctx.expect(
          Situation.isClosed(outcome),
          "Refused(CLOSED) to " + situation.name() + " after close()",
          outcome);
    }
  }

  private static void closing(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = b.acquire(ctx.name());
    a.acquire(ctx.name()).release();
    for (int i = 0; i < 3; i++) {
      try {
        a.close();
      } catch (RuntimeException e) {
        ctx.expect(false, "close() to throw nothing, called " + (i + 1) + " times", "threw " + e);
      }
    }
    RenewOutcome renewed = b.spi().renewIfOwner(held.grant());
    ctx.expect(
        renewed instanceof RenewOutcome.Renewed,
        held + " to be renewed: only another client was closed",
        renewed);
    Optional<Held> got = b.send(b.attempt(ctx.name())).held();
    ctx.expect(got.isPresent(), "the other client to be granted a vacant name", "not granted");
  }

  private static void closeReleasesNothing(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    a.close();
    Checks.busy(ctx, b, held.name(), "its holder closed its connection and released nothing");
  }

  private static void manyThreads(RuleContext ctx) {
    Client a = ctx.client();
    int threads = 8;
    for (int round = 0; round < 6; round++) {
      List<LeaseName> names = Stream.generate(ctx::name).limit(threads).toList();
      List<Held> held = Race.run(threads, i -> granted(ctx, a, names.get(i)));
      Race.run(threads, i -> renewedAndBusy(ctx, held.get(i)));
      Race.run(threads, i -> released(ctx, held.get(i)));
    }
  }

  private static Held granted(RuleContext ctx, Client client, LeaseName name) {
    Optional<Held> got = client.tryAcquire(name);
    ctx.expect(got.isPresent(), "a name of this thread alone to be granted", "Busy");
    Held held = got.orElseThrow();
    ctx.expect(
        held.name().equals(name) && held.grant().owner().equals(held.attempt().owner()),
        "the grant of the thread's own attempt, " + CallText.of(held.attempt()),
        CallText.of(held.grant()));
    return held;
  }

  private static boolean renewedAndBusy(RuleContext ctx, Held held) {
    RenewOutcome renewed = held.renew();
    ctx.expect(renewed instanceof RenewOutcome.Renewed, held + " to be renewed", renewed);
    boolean busy = held.client().tryAcquire(held.name()).isEmpty();
    ctx.expect(busy, "the name of " + held + " to be busy", "Granted");
    return busy;
  }

  private static boolean released(RuleContext ctx, Held held) {
    ReleaseOutcome released = held.release();
    ctx.expect(released instanceof ReleaseOutcome.Released, held + " to be released", released);
    return true;
  }

  private static void subscriptions(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    List<RuntimeException> thrown = new ArrayList<>();
    try {
      Subscription vacant = b.spi().onVacant(held.name(), () -> {});
      Subscription suspect = b.spi().onSuspect((owner, cause) -> {});
      Subscription second = b.spi().onVacant(held.name(), () -> {});
      for (Subscription each : List.of(vacant, suspect, second, vacant, suspect)) {
        each.close();
      }
    } catch (RuntimeException e) {
      thrown.add(e);
    }
    ctx.expect(thrown.isEmpty(), "no exception from subscribing or closing", thrown);
    Checks.owned(ctx, held, "a subscription changes nothing");
    held.release();
    Checks.vacant(ctx, b, held.name(), "subscriptions that have ended hold nothing back");
  }
}
