package io.leasehold.tck.rule;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.tck.history.CallText;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One client of the store under test, with a connection of its own.
 *
 * <p>Its methods are steps on the way to a rule's question: an answer that is not definite, or an
 * exception, ends the rule as inconclusive. A rule that asks about such answers calls {@link
 * #spi()}. Thread-safe.
 */
public final class Client {

  private final String label;
  private final RuleContext ctx;
  private final LeaseBackend raw;
  private final LeaseBackend spi;

  Client(String label, RuleContext ctx, LeaseBackend raw, LeaseBackend spi) {
    this.label = label;
    this.ctx = ctx;
    this.raw = raw;
    this.spi = spi;
  }

  /** The backend, recorded. */
  public LeaseBackend spi() {
    return spi;
  }

  /** The backend as the fixture knows it. */
  LeaseBackend raw() {
    return raw;
  }

  LeaseClock clock() {
    return ctx.clock();
  }

  /** An attempt of a fresh owner, with a ttl that does not end while a rule runs. */
  public AcquireAttempt attempt(LeaseName name) {
    return attempt(name, ctx.longTtl());
  }

  /** An attempt of a fresh owner. */
  public AcquireAttempt attempt(LeaseName name, Duration ttl) {
    return attempt(name, ttl, 0);
  }

  /** An attempt of a fresh owner that has seen a token. */
  public AcquireAttempt attempt(LeaseName name, Duration ttl, long floor) {
    return new AcquireAttempt(name, OwnerToken.random(), ttl, floor, Map.of("client", label));
  }

  /** An attempt of somebody who waits if the name is busy. */
  public AcquireAttempt waitingAttempt(LeaseName name) {
    AcquireAttempt attempt = attempt(name);
    return new AcquireAttempt(
        name, attempt.owner(), attempt.ttl(), attempt.fenceFloor(), attempt.metadata(), true);
  }

  /** Sends an attempt; empty if the name is busy. In a race, {@link #contend} is fair. */
  public Optional<Held> tryAcquire(AcquireAttempt attempt) {
    Sent sent = send(attempt);
    if (sent.held().isPresent() || sent.outcome() instanceof AcquireOutcome.Busy) {
      return sent.held();
    }
    throw notDefinite(sent.outcome());
  }

  /** Sends an attempt, whatever the answer. */
  public Sent send(AcquireAttempt attempt) {
    long begin = clock().nanos();
    AcquireOutcome outcome = call(() -> spi.acquire(attempt));
    if (outcome instanceof AcquireOutcome.Granted granted) {
      long sentAt = begin - granted.age().toNanos();
      Held held = new Held(this, attempt, granted.grant(), sentAt, clock().nanos());
      return new Sent(outcome, Optional.of(ctx.track(held)));
    }
    return new Sent(outcome, Optional.empty());
  }

  /**
   * An answer to an attempt.
   *
   * @param outcome as the backend gave it
   * @param held the grant, if it is one; given back at the end of the run
   */
  public record Sent(AcquireOutcome outcome, Optional<Held> held) {}

  /**
   * Asks for a name in a race: empty if it is busy, and if the attempt is known not to have run
   * because another one came in between. A refusal for want of time says nothing about the race.
   */
  public Optional<Held> contend(LeaseName name) {
    Sent sent = send(attempt(name));
    boolean noTime =
        sent.outcome() instanceof AcquireOutcome.Refused refused
            && refused.cause().kind() == Cause.Kind.TIMEOUT;
    if (noTime || sent.outcome() instanceof AcquireOutcome.Unknown) {
      throw notDefinite(sent.outcome());
    }
    return sent.held();
  }

  /** Asks for a name once, with a ttl that does not end while a rule runs. */
  public Optional<Held> tryAcquire(LeaseName name) {
    return tryAcquire(attempt(name));
  }

  /** Acquires a vacant name, as a step of a rule about something else. */
  public Held acquire(AcquireAttempt attempt) {
    return tryAcquire(attempt)
        .orElseThrow(
            () ->
                new RuleStop.Inconclusive(
                    "a step of this rule acquires a vacant name, but it was busy: "
                        + CallText.of(attempt),
                    null));
  }

  /** Acquires a vacant name for a ttl that does not end while a rule runs. */
  public Held acquire(LeaseName name) {
    return acquire(attempt(name));
  }

  /** Acquires a vacant name. */
  public Held acquire(LeaseName name, Duration ttl) {
    return acquire(attempt(name, ttl));
  }

  /** Who holds the name. */
  public Optional<HolderInfo> holder(LeaseName name) {
    return call(() -> spi.holder(name));
  }

  /** Revokes once. */
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    RevokeOutcome outcome = call(() -> spi.revoke(name, now));
    if (outcome instanceof RevokeOutcome.Refused || outcome instanceof RevokeOutcome.Unknown) {
      throw notDefinite(outcome);
    }
    return outcome;
  }

  /** What a grant's renewal domain is, as a step. */
  public Object domain(Held held) {
    Object domain = spi.renewalDomain(held.grant());
    if (domain == null) {
      throw new RuleStop.Inconclusive("the renewal domain is null (TRT-32 judges that)", null);
    }
    return domain;
  }

  /** Repeats an abandon until it is certain, for at most one ttl and the takeover lag. */
  public void abandon(AcquireAttempt attempt) {
    Duration pause = ctx.ttl().dividedBy(8);
    long rounds = 8 + ctx.takeoverLag().toNanos() / pause.toNanos() + 2;
    AbandonOutcome outcome = call(() -> spi.abandon(attempt));
    for (long i = 0; !(outcome instanceof AbandonOutcome.Abandoned); i++) {
      if (i == rounds) {
        throw notDefinite(outcome);
      }
      ctx.pass(pause);
      outcome = call(() -> spi.abandon(attempt));
    }
  }

  /** Ends the connection. */
  public void close() {
    spi.close();
  }

  RenewOutcome definite(RenewOutcome outcome) {
    if (outcome instanceof RenewOutcome.Refused || outcome instanceof RenewOutcome.Unknown) {
      throw notDefinite(outcome);
    }
    return outcome;
  }

  ReleaseOutcome definite(ReleaseOutcome outcome) {
    if (outcome instanceof ReleaseOutcome.Refused || outcome instanceof ReleaseOutcome.Unknown) {
      throw notDefinite(outcome);
    }
    return outcome;
  }

  <T> T call(Supplier<T> call) {
    try {
      return call.get();
    } catch (BackendUnavailableException e) {
      throw new RuleStop.Inconclusive(
          "the store did not answer a read: " + e.getMessage(), RuleStop.CHECK_ANSWERS, e);
    } catch (RuleStop e) {
      throw e;
    } catch (RuntimeException e) {
      throw new RuleStop.Inconclusive(
          "a call threw instead of answering (TRT-02 judges that too, if it meets it): " + e,
          RuleStop.CHECK_ANSWERS,
          e);
    }
  }

  private static RuleStop.Inconclusive notDefinite(Object outcome) {
    return new RuleStop.Inconclusive(
        "no definite answer although no fault was made (TRT-01 judges that too, if it meets it): "
            + CallText.answer(outcome),
        RuleStop.CHECK_ANSWERS,
        null);
  }

  @Override
  public String toString() {
    return label;
  }
}
