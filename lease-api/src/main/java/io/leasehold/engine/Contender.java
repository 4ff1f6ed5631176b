package io.leasehold.engine;

import io.leasehold.ErrorCode;
import io.leasehold.HolderInfo;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseException;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.LeaseRequestException;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.LeaseTerms;
import io.leasehold.engine.time.Times;
import io.leasehold.engine.watch.Answers;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.AcquireOutcome.Granted;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.Subscription;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One acquire call: its attempts, what they were answered, and what its caller is told. It does not
 * wait; {@link AcquireLoop} and {@link AsyncAcquire} do, each in its way.
 */
final class Contender implements WaitLines.Waiter {

  /** What an attempt came to. */
  sealed interface Step {
    /** The caller has the lease. */
    record Granted(LeaseHandle handle) implements Step {}

    /** Trying again cannot help. */
    record Failed(LeaseException error) implements Step {}

    /** Try again at that time, or when woken. */
    record Again(long at) implements Step {}
  }

  final LeaseTerms terms;
  final long startedAt;

  /** Written by the one who attempts, see {@link #waitsOn()}. */
  volatile long deadline;

  private final Engine engine;
  private final Runnable wake;
  private final Supplier<@Nullable Throwable> stack;
  private volatile Subscription vacancy = Subscription.NONE;
  private volatile boolean over;
  private boolean watching;
  private int failures;
  private boolean asked;

  /** When the store last said that somebody holds the lease, or was asked for the first time. */
  private long heardAt;

  private ErrorCode lastCode = ErrorCode.TIMED_OUT;
  private String lastAnswer = "";
  private @Nullable Throwable lastError;

  /**
   * @param waitNanos how long its caller waits
   * @param wake called when it may be worth asking again
   * @param stack where its caller is; asked for when the lease is granted
   */
  Contender(
      Engine engine,
      LeaseTerms terms,
      long waitNanos,
      Runnable wake,
      Supplier<@Nullable Throwable> stack) {
    this.engine = engine;
    this.terms = terms;
    this.startedAt = engine.clock.nanos();
    this.deadline = startedAt + waitNanos;
    this.heardAt = startedAt;
    this.wake = wake;
    this.stack = stack;
  }

  @Override
  public void wake() {
    wake.run();
  }

  /** Asks the store once. Blocks for one call. */
  Step attempt() {
    engine.attemptBegins(); // before the look at closed: close() looks in the other order
    try {
      return engine.isClosed()
          ? failed(ErrorCode.CLIENT_CLOSED, "the client is closed", null)
          : askStore();
    } finally {
      engine.attemptEnds();
    }
  }

  private Step askStore() {
    AcquireAttempt attempt =
        new AcquireAttempt(
            terms.name(),
            OwnerToken.random(),
            terms.ttl(),
            engine.fenceFloor.get(),
            engine.metadata(),
            deadline - engine.clock.nanos() > 0);
    boolean settled = false;
    try {
      Step step = ask(attempt);
      settled = true;
      return step;
    } finally {
      if (!settled) { // an Error: whatever was granted would be held for nobody
        engine.cleanup.abandon(terms, attempt);
      }
    }
  }

  private Step ask(AcquireAttempt attempt) {
    engine.events.of(terms, attempt.owner(), Kind.ATTEMPT_SENT, "", 0);
    long sentAt = engine.clock.nanos();
    if (!asked) {
      asked = true;
      heardAt = sentAt; // from here on it is the store that keeps its caller waiting
    }
    AcquireOutcome outcome;
    try {
      outcome = engine.calls.acquire(attempt);
    } catch (LeaseRequestException e) {
      return failed(e);
    }
    long now = engine.clock.nanos();
    engine.events.of(
        terms, attempt.owner(), Kind.ATTEMPT_ANSWERED, Answers.word(outcome), now - sentAt);
    if (outcome instanceof Granted granted) {
      return accept(attempt, granted, sentAt, now);
    } else if (outcome instanceof AcquireOutcome.Busy busy) {
      return busy(attempt, busy.holder(), now);
    } else if (outcome instanceof AcquireOutcome.Refused refused) {
      return noAnswer(ErrorCode.REFUSED, refused.cause(), now);
    }
    engine.cleanup.abandon(terms, attempt);
    return noAnswer(ErrorCode.UNAVAILABLE, ((AcquireOutcome.Unknown) outcome).cause(), now);
  }

  private Step accept(AcquireAttempt attempt, Granted granted, long sentAt, long now) {
    Grant grant = granted.grant();
    long age = granted.age().toNanos();
    if (!grant.owner().equals(attempt.owner()) || !grant.name().equals(attempt.name())) {
      engine.cleanup.abandon(terms, attempt);
      return failed(ErrorCode.MISCONFIGURED, "the backend granted something else: " + grant, null);
    }
    engine.sawToken(grant.fencingToken());
    if (grant.ttl().compareTo(terms.ttl()) < 0) {
      engine.cleanup.giveBack(terms, grant);
      return failed(
          ErrorCode.GRANT_TOO_SHORT,
          "the store granted "
              + Times.show(grant.ttl())
              + " where "
              + Times.show(terms.ttl())
              + " was asked; it was given back. Ask for a ttl that the store can keep",
          null);
    }
    if (grant.fencingToken() <= attempt.fenceFloor()) {
      engine.cleanup.giveBack(terms, grant);
      return failed(
          ErrorCode.FENCE_NOT_RISING,
          "the store granted token "
              + grant.fencingToken()
              + " although this client has seen "
              + attempt.fenceFloor()
              + "; it was given back. Has the store lost its data, or its clock gone back?",
          null);
    }
    HeldLease lease = new HeldLease(terms, grant, sentAt - age, now);
    if (lease.status().hasLapsed(now)) {
      engine.cleanup.giveBack(terms, grant);
      String old = Times.show(now - sentAt + age);
      note(ErrorCode.GRANT_EXPIRED, "the grant was " + old + " old and was given back", null);
      return new Step.Again(now + engine.pace.pause(++failures, engine.pollInterval));
    }
    lease.plan.dueAt(engine.pace.afterSuccess(terms.intervalFrom(sentAt, age), terms.interval()));
    // The handle first: should an Error keep it from its caller, it is missed, and the lease let
    // go.
    LeaseHandle handle = engine.handle(lease, stack.get());
    // From here on it is renewed, told and closed like any other.
    if (!engine.admit(lease)) {
      return failed(ErrorCode.CLIENT_CLOSED, "the client was closed meanwhile", null);
    }
    engine.events.of(lease, Kind.ACQUIRED, "", now - startedAt, "");
    return new Step.Granted(handle);
  }

  private Step busy(AcquireAttempt attempt, HolderInfo holder, long now) {
    engine.sawToken(holder.fencingToken());
    failures = 0;
    heardAt = now;
    note(ErrorCode.CONTENDED, "held by " + describe(holder), null);
    if (!watching && attempt.waits()) {
      watching = true;
      vacancy = engine.calls.onVacant(terms.name(), wake);
      if (over) { // end() came before the line above, from the one who cancelled
        vacancy.close();
      }
    }
    long poll = engine.pace.upTo(engine.pollInterval);
    // A grant that the store says ends sooner is worth a look then.
    long left = holder.remaining().map(LeaseTerms::cappedNanos).orElse(poll);
    return new Step.Again(now + Math.min(poll, left + engine.pace.upTo(engine.backoff)));
  }

  private Step noAnswer(ErrorCode code, Cause cause, long now) {
    if (cause.kind() == Cause.Kind.MISCONFIGURED) {
      return failed(ErrorCode.MISCONFIGURED, cause.toString(), cause.error());
    } else if (cause.kind() == Cause.Kind.CLOSED) {
      return failed(ErrorCode.CLIENT_CLOSED, cause.toString(), cause.error());
    }
    note(code, "no useful answer: " + cause, cause.error());
    return new Step.Again(now + engine.pace.pause(++failures, engine.pollInterval));
  }

  private void note(ErrorCode code, String answer, @Nullable Throwable error) {
    lastCode = code;
    lastAnswer = answer;
    lastError = error;
  }

  /** Whether the last answer was that somebody else holds the lease. */
  boolean sawHolder() {
    return lastCode == ErrorCode.CONTENDED;
  }

  /**
   * For a caller who waits as long as it takes: its time begins anew, unless the store has given no
   * answer for all of it. One failed attempt behind a living holder is not that.
   */
  boolean waitsOn() {
    long now = engine.clock.nanos();
    long wait = Math.max(terms.waitNanos(), engine.pollInterval);
    if (lastCode == ErrorCode.TIMED_OUT) {
      heardAt = now; // others were first: the store was not asked
    }
    deadline = heardAt + wait;
    return deadline - now > 0;
  }

  /** The error for a caller whose time is up. */
  LeaseException timeIsUp() {
    return timeIsUp("other callers of this client were first in line");
  }

  LeaseException timeIsUp(String whyNeverAsked) {
    String answer = lastCode == ErrorCode.TIMED_OUT ? whyNeverAsked : lastAnswer;
    return ((Step.Failed) failed(lastCode, answer, lastError)).error();
  }

  private Step failed(ErrorCode code, String why, @Nullable Throwable cause) {
    String took = Times.show(engine.clock.nanos() - startedAt);
    return failed(
        new LeaseNotAcquiredException(
            code,
            "lease \"" + terms.name() + "\" was not acquired in " + took + ": " + why,
            cause));
  }

  private Step failed(LeaseException error) {
    long took = engine.clock.nanos() - startedAt;
    engine.events.of(terms, null, Kind.ACQUIRE_FAILED, error.code().name(), took);
    return new Step.Failed(error);
  }

  /** Notes that the caller gave up by interrupt or cancellation. */
  void gaveUp() {
    long took = engine.clock.nanos() - startedAt;
    engine.events.of(terms, null, Kind.ACQUIRE_FAILED, ErrorCode.INTERRUPTED.name(), took);
  }

  /** Ends the watching. */
  void end() {
    over = true;
    vacancy.close();
  }

  private static String describe(HolderInfo holder) {
    return holder.owner()
        + " (token "
        + holder.fencingToken()
        + holder.remaining().map(left -> ", for another " + Times.show(left)).orElse("")
        + (holder.metadata().isEmpty() ? "" : ", " + new java.util.TreeMap<>(holder.metadata()))
        + ")";
  }
}
