package io.leasehold.engine.watch;

import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LossReason;
import io.leasehold.engine.events.Events;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.RenewalFlight;
import io.leasehold.engine.time.Pace;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.RenewOutcome;
import java.util.ArrayList;
import java.util.List;

/** Renews the leases of one batch and applies the answers, on a worker thread. */
public final class RenewalBatch {

  private final LeaseClock clock;
  private final BackendCalls calls;
  private final Events events;
  private final Pace pace;
  private final LossPath lossPath;
  private final long patience;

  /**
   * @param patience the call timeout: how long a flight may take before another may be tried
   */
  public RenewalBatch(
      LeaseClock clock,
      BackendCalls calls,
      Events events,
      Pace pace,
      LossPath lossPath,
      long patience) {
    this.clock = clock;
    this.calls = calls;
    this.events = events;
    this.pace = pace;
    this.lossPath = lossPath;
    this.patience = patience;
  }

  /** Renews those that still want it; returns those whose next due time changed. */
  public List<HeldLease> renew(List<HeldLease> due) {
    RenewalFlight flight = new RenewalFlight(clock.nanos());
    List<HeldLease> leases = new ArrayList<>(due.size());
    List<Grant> grants = new ArrayList<>(due.size());
    for (HeldLease lease : due) {
      if (lease.beginRenewal(flight, patience)) {
        events.of(lease, Kind.RENEWAL_SENT, "");
        leases.add(lease);
        grants.add(lease.grant);
      }
      lease.plan.inLane(false); // only now: the watchdog sees the flight or the lane, never neither
    }
    try {
      if (!leases.isEmpty()) {
        List<RenewOutcome> outcomes = calls.renewAll(grants);
        long now = clock.nanos();
        for (int i = 0; i < leases.size(); i++) {
          settle(leases.get(i), flight, outcomes.get(i), now);
        }
      }
    } finally {
      flight.land();
    }
    return due;
  }

  /** Applies one answer; also used for renewals by hand. */
  public HeldLease.Answer settle(
      HeldLease lease, RenewalFlight flight, RenewOutcome outcome, long now) {
    HeldLease.Answer answer = lease.renewalAnswered(flight, outcome, now);
    String word = Answers.word(outcome);
    events.of(lease, Kind.RENEWAL_ANSWERED, word, now - flight.sentAt, answer.name());
    switch (answer) {
      case EXTENDED -> {
        lease.plan.succeeded(pace.afterSuccess(lease.status().sentAt(), lease.terms.interval()));
      }
      case RETRY -> {
        lease.plan.failed(Answers.detail(outcome));
        lease.plan.dueAt(pace.afterFailure(now, lease.plan.failures(), lease.terms.interval()));
      }
      case NOT_OWNER -> {
        LossReason reason = LossReason.NOT_OWNER;
        if (outcome instanceof RenewOutcome.NotOwner no) {
          reason = Answers.lossReason(no.reason());
        }
        lossPath.lose(lease, reason, "the store answered a renewal " + Answers.detail(outcome));
      }
      case LAPSED -> lossPath.lapse(lease, now);
      case STALE -> {}
    }
    return answer;
  }
}
