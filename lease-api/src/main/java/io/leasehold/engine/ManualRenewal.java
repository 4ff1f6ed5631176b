package io.leasehold.engine;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseException;
import io.leasehold.engine.lease.Boarding;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.RenewalFlight;
import io.leasehold.engine.lease.Status;
import io.leasehold.engine.time.Times;
import io.leasehold.engine.watch.Answers;
import io.leasehold.spi.RenewOutcome;

/** A renewal on the caller's thread, for leases that the watchdog does not renew. */
final class ManualRenewal {

  private ManualRenewal() {}

  /** One attempt; returns when validity was extended or the lease is not held any more. */
  static void renew(Engine engine, HeldLease lease) {
    RenewalFlight flight = new RenewalFlight(engine.clock.nanos());
    while (lease.beginRenewal(flight, engine.callTimeout) == Boarding.REFUSED) {
      Status s = lease.status();
      if (!s.isOpen() || s.hasLapsed(engine.clock.nanos()) || isOverdue(engine, lease)) {
        refuseOverdue(engine, lease);
        return; // lapsed, released or lost: the caller is told which
      }
      RenewalFlight other = s.flight();
      if (other != null) {
        other.awaitLanding(engine.clock, engine.callTimeout); // somebody else's renew() goes first
      }
      flight = new RenewalFlight(engine.clock.nanos());
    }
    RenewOutcome outcome;
    HeldLease.Answer answer;
    try {
      engine.events.renewalSent(lease, flight.sentAt);
      outcome = engine.calls.renew(lease.grant);
      answer = engine.renewals.settle(lease, flight, outcome, engine.clock.nanos());
    } finally {
      flight.land();
      engine.watchdog.changed(lease);
    }
    if (answer != HeldLease.Answer.EXTENDED) {
      refuseOverdue(engine, lease);
    }
    if (answer == HeldLease.Answer.RETRY || isStillWaitedFor(lease, flight, answer)) {
      throw new LeaseException(
          outcome instanceof RenewOutcome.Refused ? ErrorCode.REFUSED : ErrorCode.OUTCOME_UNKNOWN,
          String.format(
              "the renewal of lease \"%s\" was answered %s; it is still valid for %s and may be"
                  + " renewed again",
              lease.name(),
              Answers.detail(outcome),
              Times.show(Math.max(0, lease.status().validUntil() - engine.clock.nanos()))));
    }
  }

  /** Another call has overtaken this one, and has not extended anything either so far. */
  private static boolean isStillWaitedFor(
      HeldLease lease, RenewalFlight flight, HeldLease.Answer answer) {
    Status s = lease.status();
    return answer == HeldLease.Answer.STALE && s.isOpen() && s.sentAt() - flight.sentAt < 0;
  }

  private static boolean isOverdue(Engine engine, HeldLease lease) {
    return lease.hasHoldLimit() && engine.clock.nanos() - lease.holdLimit() >= 0;
  }

  /** Past its limit a lease is renewed by nobody, and its owner must not believe otherwise. */
  private static void refuseOverdue(Engine engine, HeldLease lease) {
    if (lease.status().isOpen() && isOverdue(engine, lease)) {
      throw new LeaseException(
          ErrorCode.HOLD_LIMIT_REACHED,
          String.format(
              "lease \"%s\" has been held for its maxHold %s and is renewed no more; it is valid"
                  + " for another %s. Finish, or ask for a longer maxHold when acquiring",
              lease.name(),
              Times.show(lease.terms.maxHold()),
              Times.show(Math.max(0, lease.status().validUntil() - engine.clock.nanos()))));
    }
  }
}
