package io.leasehold.engine.lease;

import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseState;
import io.leasehold.Loss;
import io.leasehold.engine.time.DueQueue;
import io.leasehold.engine.time.Timed;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.RenewOutcome;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One granted lease: its {@link Status}, and the decisions that change it. It does no I/O, starts
 * nothing and calls nobody; LossPath and ReleasePath see to what follows from a change.
 *
 * <p>Who races with whom: renewal answers (worker threads), expiry and the hold limit (the watchdog
 * and every reader that finds validity over), release and close (any thread). Each decides on one
 * Status and wins or loses one compare-and-set, so there is exactly one terminal change, and
 * validity that has ended cannot come back.
 */
public final class HeldLease extends Timed {

  /** What an answer to a renewal meant. */
  public enum Answer {
    /** Validity was extended. */
    EXTENDED,
    /** Nothing definite: try again while validity lasts. */
    RETRY,
    /** The store says that this acquisition is not the owner. */
    NOT_OWNER,
    /** Validity had ended before the answer could be applied. */
    LAPSED,
    /** Too late or too old to mean anything. */
    STALE
  }

  private static final VarHandle STATUS;
  private static final VarHandle SIGNALS;

  static {
    try {
      STATUS = MethodHandles.lookup().findVarHandle(HeldLease.class, "status", Status.class);
      SIGNALS =
          MethodHandles.lookup().findVarHandle(HeldLease.class, "signals", LeaseSignals.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public final LeaseTerms terms;
  public final Grant grant;
  public final long grantedAt;
  public final EventTrail trail;
  public final RenewalPlan plan;

  private volatile Status status;

  /** Set while withLease runs on a thread that a loss has to interrupt. */
  public volatile @Nullable InterruptGuard guard;

  private volatile boolean wasOverdue;
  private volatile @Nullable LeaseSignals signals;

  public HeldLease(LeaseTerms terms, Grant grant, long sentAt, long grantedAt) {
    this.terms = terms;
    this.grant = grant;
    this.grantedAt = grantedAt;
    this.trail = new EventTrail(grantedAt);
    this.status = new Status(LeaseStateMachine.INITIAL, sentAt, validUntil(sentAt), null, null);
    this.plan = new RenewalPlan(sentAt + terms.interval());
    trail.note(grantedAt, Kind.ACQUIRED, "");
  }

  public Status status() {
    return status;
  }

  public String name() {
    return terms.name().value();
  }

  /** G2. The clock is read after the status: a pause between the two makes the answer older. */
  public boolean isHeld(LeaseClock clock) {
    Status s = status;
    return s.isOpen() && clock.nanos() - s.validUntil() < 0;
  }

  /** When the lease becomes overdue. */
  public long holdLimit() {
    return grantedAt + terms.maxHold();
  }

  public boolean hasHoldLimit() {
    return terms.maxHold() < LeaseTerms.UNLIMITED;
  }

  private long validUntil(long sentAt) {
    return sentAt + grant.ttl().toNanos() - terms.margin();
  }

  /**
   * Claims the right to send a renewal. Loses against release, loss and the hold limit (G6), and
   * against a renewal that is still within its bound.
   *
   * @param patience how long an earlier flight may take before it is overtaken
   */
  public Boarding beginRenewal(RenewalFlight flight, long patience) {
    while (true) {
      Status s = status;
      RenewalFlight other = s.unanswered();
      boolean busy = other != null && flight.sentAt - other.sentAt < patience;
      boolean limited = hasHoldLimit() && flight.sentAt - holdLimit() >= 0;
      if (!s.isRenewable() || s.hasLapsed(flight.sentAt) || limited || busy) {
        return Boarding.REFUSED;
      }
      plan.leaving();
      boolean doubted = other != null && s.state() == LeaseState.HELD;
      Status next = doubted ? s.in(next(s, LeaseTrigger.DOUBTED)) : s;
      if (replace(s, next.with(flight))) {
        trail.note(flight.sentAt, Kind.RENEWAL_SENT, "");
        return other == null ? Boarding.ABOARD : Boarding.OVERTAKES;
      }
    }
  }

  /** Applies the answer to a renewal. Races with expiry, release and newer answers. */
  public Answer renewalAnswered(RenewalFlight flight, RenewOutcome outcome, long now) {
    while (true) {
      Status s = status;
      RenewalFlight left = s.flight() == flight ? null : s.flight();
      if (!s.isOpen()) {
        return Answer.STALE;
      }
      if (s.hasLapsed(now)) {
        return Answer.LAPSED;
      }
      if (outcome instanceof RenewOutcome.NotOwner) {
        return Answer.NOT_OWNER;
      }
      Status next = s.with(left);
      Answer answer;
      if (outcome instanceof RenewOutcome.Renewed renewed) {
        long sentAt = flight.sentAt - renewed.age().toNanos();
        // An older answer never overrides a newer one, and past the hold limit nothing extends.
        boolean extends_ = s.isRenewable() && sentAt - s.sentAt() > 0;
        answer = extends_ ? Answer.EXTENDED : Answer.STALE;
        if (extends_) {
          LeaseState state =
              s.state() == LeaseState.SUSPECT ? next(s, LeaseTrigger.RENEWED) : s.state();
          next = new Status(state, sentAt, validUntil(sentAt), left, null);
        }
      } else if (left != null || flight.sentAt - s.sentAt() < 0 || !s.isRenewable()) {
        answer = Answer.STALE; // a newer renewal is under way and will tell, or has told
      } else {
        answer = Answer.RETRY;
        if (s.state() == LeaseState.HELD) {
          next = next.in(next(s, LeaseTrigger.DOUBTED));
        }
      }
      if (replace(s, next)) {
        return answer;
      }
    }
  }

  /** A doubt raised by the backend. */
  public boolean doubt() {
    return move(LeaseTrigger.DOUBTED);
  }

  /** The hold limit has passed. */
  public boolean overdue() {
    boolean moved = move(LeaseTrigger.HOLD_LIMIT_REACHED);
    if (moved) {
      wasOverdue = true;
    }
    return moved;
  }

  /** Whether the lease was ever overdue, also if it has ended since. */
  public boolean wasOverdue() {
    return wasOverdue;
  }

  /**
   * Ends validity in favour of a release.
   *
   * @return the status it was decided on, with the renewal that may still be under way; null if the
   *     lease is not open, or has lapsed, which is a loss and no release
   */
  public @Nullable Status beginRelease(long now) {
    while (true) {
      Status s = status;
      if (!s.isOpen() || s.hasLapsed(now)) {
        return null;
      }
      if (replace(s, s.in(next(s, LeaseTrigger.RELEASE_BEGUN)))) {
        return s;
      }
    }
  }

  /** The release was confirmed, or could not be. Only the releasing thread calls this. */
  public void endRelease(LeaseTrigger trigger) {
    Status s = status;
    status = s.in(next(s, trigger));
  }

  /** The one way to LOST: true for the caller whose reason counts. */
  public boolean lose(Status decidedOn, Loss loss) {
    return replace(decidedOn, decidedOn.lost(next(decidedOn, LeaseTrigger.LOSS), loss));
  }

  private boolean move(LeaseTrigger trigger) {
    while (true) {
      Status s = status;
      // Not an illegal transition but a lost race: the lease went somewhere else meanwhile.
      if (!LeaseStateMachine.allows(s.state(), trigger)) {
        return false;
      }
      if (replace(s, s.in(next(s, trigger)))) {
        return true;
      }
    }
  }

  private LeaseState next(Status s, LeaseTrigger trigger) {
    return LeaseStateMachine.next(name(), s.state(), trigger);
  }

  private boolean replace(Status expected, Status next) {
    return STATUS.compareAndSet(this, expected, next);
  }

  /**
   * When the watchdog has to look at the lease next.
   *
   * @param patience how long a renewal may take before another is tried
   * @return {@link DueQueue#NEVER} once the lease is not open
   */
  public long nextDue(long patience) {
    Status s = status;
    if (!s.isOpen()) {
      return DueQueue.NEVER;
    }
    long due = s.validUntil();
    if (s.isRenewable()) {
      if (hasHoldLimit()) {
        due = earlier(due, holdLimit());
      }
      if (!terms.manual() && !plan.isInLane()) {
        RenewalFlight flight = s.unanswered();
        due = earlier(due, flight == null ? plan.due() : flight.sentAt + patience);
      }
    }
    return due;
  }

  /** Whether a renewal should be sent now. */
  public boolean wantsRenewal(long now, long patience) {
    Status s = status;
    if (terms.manual() || plan.isInLane() || !s.isRenewable()) {
      return false;
    }
    RenewalFlight flight = s.unanswered();
    return flight == null ? now - plan.due() >= 0 : now - flight.sentAt - patience >= 0;
  }

  private static long earlier(long a, long b) {
    return a - b < 0 ? a : b;
  }

  /** The listeners of this lease, made when the first is registered. */
  public LeaseSignals signals() {
    LeaseSignals s = signals;
    if (s != null) {
      return s;
    }
    LeaseSignals fresh = new LeaseSignals();
    LeaseSignals other = (LeaseSignals) SIGNALS.compareAndExchange(this, null, fresh);
    return other == null ? fresh : other;
  }

  /** The listeners of this lease; null if there never was one. */
  public @Nullable LeaseSignals signalsIfAny() {
    return signals;
  }
}
