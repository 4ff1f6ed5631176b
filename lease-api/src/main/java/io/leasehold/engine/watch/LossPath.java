package io.leasehold.engine.watch;

import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseState;
import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.engine.events.Events;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.InterruptGuard;
import io.leasehold.engine.lease.Status;
import io.leasehold.engine.time.EngineLog;
import io.leasehold.engine.time.Health;
import io.leasehold.engine.time.Times;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.NotOwnerReason;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * The only door to LOST. The order is always the same: the compare-and-set that ends local
 * validity, the interrupt of the guarded work, the release that frees the name, the listeners. None
 * of it waits for another, and nothing here blocks: the watchdog and any reader may come through.
 */
public final class LossPath {

  private final LeaseClock clock;
  private final Health health;
  private final Events events;
  private final Cleanup cleanup;
  private final SignalDispatcher signals;
  private final Executor interrupts;
  private final Registry registry;
  private final EngineLog log;

  public LossPath(
      LeaseClock clock,
      Health health,
      Events events,
      Cleanup cleanup,
      SignalDispatcher signals,
      Executor interrupts,
      Registry registry,
      EngineLog log) {
    this.clock = clock;
    this.health = health;
    this.events = events;
    this.cleanup = cleanup;
    this.signals = signals;
    this.interrupts = interrupts;
    this.registry = registry;
    this.log = log;
  }

  /**
   * Loses the lease if its validity has ended by the clock; the reason follows from its history.
   */
  public boolean lapse(HeldLease lease, long now) {
    while (true) {
      Status s = lease.status();
      if (!s.hasLapsed(now)) {
        return false; // renewed, released or lost meanwhile
      }
      LossReason reason = reasonOfLapse(lease, s, now);
      String detail = detailOfLapse(lease, s, reason, now);
      if (lease.lose(s, loss(lease, reason, Optional.empty(), detail, now))) {
        follow(lease);
        return true;
      }
    }
  }

  /** Loses the lease for a reason that somebody else found, if it is still open. */
  public boolean lose(HeldLease lease, LossReason reason, String detail) {
    return lose(lease, reason, Optional.empty(), detail);
  }

  /** Loses the lease because the store said so, if it is still open. */
  public boolean lose(HeldLease lease, NotOwnerReason answer, String detail) {
    return lose(lease, Answers.lossReason(answer), Optional.of(answer), detail);
  }

  private boolean lose(
      HeldLease lease, LossReason reason, Optional<NotOwnerReason> answer, String detail) {
    while (true) {
      Status s = lease.status();
      if (!s.isOpen()) {
        return false;
      }
      long now = clock.nanos();
      if (s.hasLapsed(now) && reason != LossReason.ENGINE_FAILURE) {
        if (lapse(lease, now)) { // validity ended first: that is the reason that counts
          return true;
        }
        // Not lapsed after all: a renewal that was answered in time came between. Look again.
      } else if (lease.lose(s, loss(lease, reason, answer, detail, now))) {
        follow(lease);
        return true;
      }
    }
  }

  /** The release of this lease was answered NotOwner: it had been lost before. */
  public void foundLostByRelease(HeldLease lease, NotOwnerReason answer, String detail) {
    Loss loss = loss(lease, Answers.lossReason(answer), Optional.of(answer), detail, clock.nanos());
    lease.lose(lease.status(), loss);
    follow(lease);
  }

  private LossReason reasonOfLapse(HeldLease lease, Status s, long now) {
    if (s.state() == LeaseState.OVERDUE) {
      return LossReason.HOLD_LIMIT;
    } else if (health.failedSince(s.sentAt())) {
      return LossReason.ENGINE_FAILURE;
    }
    long late = health.lateness(now);
    if (late > lease.terms.interval()) {
      return LossReason.LOCAL_PAUSE; // whatever the store answered before, we did not ask again
    }
    if (lease.plan.failures() > 0 || s.flight() != null) {
      return LossReason.UNREACHABLE;
    }
    if (late > lease.terms.margin()) {
      return LossReason.LOCAL_PAUSE;
    }
    // Not even sent, by a watchdog on time: its lane is full of renewals that hang.
    return lease.terms.manual() ? LossReason.NOT_RENEWED : LossReason.UNREACHABLE;
  }

  private String detailOfLapse(HeldLease lease, Status s, LossReason reason, long now) {
    String since =
        "validity ended "
            + Times.show(now - s.validUntil())
            + " ago, "
            + Times.show(s.validUntil() - s.sentAt())
            + " after the last confirmed acquire or renewal was sent";
    return switch (reason) {
      case HOLD_LIMIT ->
          since + "; it was held longer than maxHold " + Times.show(lease.terms.maxHold());
      case UNREACHABLE ->
          since
              + "; "
              + lease.plan.failures()
              + " renewals without a definite answer"
              + (lease.plan.lastFault().isEmpty() ? "" : ", the last: " + lease.plan.lastFault())
              + (s.flight() == null ? "" : "; one is still unanswered")
              + (lease.plan.isInLane() ? "; one waits behind others that hang" : "");
      case LOCAL_PAUSE ->
          since + "; this process ran " + Times.show(health.lateness(now)) + " late";
      case NOT_RENEWED -> since + "; nobody called renew() in time";
      default -> since;
    };
  }

  private static Loss loss(
      HeldLease lease,
      LossReason reason,
      Optional<NotOwnerReason> answer,
      String detail,
      long now) {
    return new Loss(
        lease.name(),
        lease.grant.fencingToken(),
        reason,
        answer,
        Duration.ofNanos(now - lease.grantedAt),
        detail,
        lease.trail.toString());
  }

  private void follow(HeldLease lease) {
    Loss loss = lease.status().loss();
    InterruptGuard guard = lease.guard;
    if (guard != null) {
      interrupts.execute(guard::interrupt);
    }
    registry.remove(lease);
    if (loss == null) {
      return;
    }
    try {
      if (mayStillBeOwned(loss.reason())) {
        cleanup.release(lease);
      }
      String reason = loss.reason().name();
      events.of(lease, Kind.LOST, reason, loss.held().toNanos(), loss.detail());
      events.of(lease, Kind.ENDED, LeaseState.LOST.name(), loss.held().toNanos(), "");
    } finally {
      signals.ended(lease); // nobody comes through here a second time
    }
    if (loss.reason() != LossReason.CLIENT_CLOSED) {
      log.warn("{} lock lost during renewal or hold: {}", loss.reason().code(), loss);
    }
  }

  /** After a definite "not yours" there is nothing to free; a revoked record still waits for us. */
  private static boolean mayStillBeOwned(LossReason reason) {
    return reason != LossReason.NOT_OWNER && reason != LossReason.SESSION_ENDED;
  }
}
