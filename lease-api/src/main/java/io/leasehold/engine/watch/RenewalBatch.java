package io.leasehold.engine.watch;

import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseState;
import io.leasehold.engine.events.Events;
import io.leasehold.engine.lease.Boarding;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.RenewalFlight;
import io.leasehold.engine.time.Pace;
import io.leasehold.engine.time.Times;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.RenewOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews the leases of one batch and applies the answers, on a worker thread. */
public final class RenewalBatch {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

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

  /**
   * Renews those that still want it.
   *
   * @param changed told of each lease when it has boarded (so that another flight is tried if this
   *     one hangs), and when its answer was applied
   */
  public void renew(List<HeldLease> due, Consumer<HeldLease> changed) {
    boolean begun = false;
    try {
      RenewalFlight flight = new RenewalFlight(clock.nanos());
      begun = true;
      fly(due, flight, changed);
    } finally {
      if (!begun) { // an Error: who is left in a lane is never renewed again
        due.forEach(lease -> lease.plan.inLane(false));
      }
      // Whatever happened: a lease that is not looked at again would be neither renewed nor told.
      due.forEach(changed);
    }
  }

  private void fly(List<HeldLease> due, RenewalFlight flight, Consumer<HeldLease> changed) {
    try {
      List<HeldLease> leases = board(due, flight);
      leases.forEach(changed);
      if (!leases.isEmpty()) {
        List<RenewOutcome> outcomes = calls.renewAll(leases.stream().map(l -> l.grant).toList());
        long now = clock.nanos();
        for (int i = 0; i < leases.size(); i++) {
          settleApart(leases.get(i), flight, outcomes.get(i), now);
        }
      }
    } finally {
      flight.land();
    }
  }

  private List<HeldLease> board(List<HeldLease> due, RenewalFlight flight) {
    int next = 0;
    try {
      List<HeldLease> leases = new ArrayList<>(due.size());
      while (next < due.size()) {
        HeldLease lease = due.get(next++);
        if (boards(lease, flight)) {
          leases.add(lease);
        }
      }
      return leases;
    } finally {
      for (; next < due.size(); next++) { // an Error: who is left in a lane is never renewed again
        due.get(next).plan.inLane(false);
      }
    }
  }

  @SuppressWarnings("CatchThrowable") // one lease's trouble must not keep the others ashore (G10)
  private boolean boards(HeldLease lease, RenewalFlight flight) {
    boolean aboard = false;
    try {
      LeaseState before = lease.status().state();
      Boarding boarding = lease.beginRenewal(flight, patience);
      aboard = boarding != Boarding.REFUSED;
      if (boarding == Boarding.OVERTAKES) {
        overtakes(lease, before);
      }
      if (aboard) {
        events.renewalSent(lease, flight.sentAt);
      }
    } catch (Throwable t) {
      LOG.error("A renewal of lease \"{}\" could not be prepared as usual", lease.name(), t);
    } finally {
      lease.plan.inLane(false); // only now: the watchdog sees the flight or the lane, never neither
    }
    return aboard;
  }

  /** The answer that did not come in time is a failure now, whenever it comes. */
  private void overtakes(HeldLease lease, LeaseState before) {
    lease.plan.failed("no answer within callTimeout " + Times.show(patience));
    LeaseState after = lease.status().state();
    if (after != before) {
      events.of(lease, Kind.STATE_CHANGED, after.name());
    }
  }

  @SuppressWarnings("CatchThrowable") // one poisoned answer must not cost the others theirs (G10)
  private void settleApart(HeldLease lease, RenewalFlight flight, RenewOutcome outcome, long now) {
    try {
      settle(lease, flight, outcome, now);
    } catch (Throwable t) {
      lease.plan.failed("its answer could not be applied: " + t);
      lease.plan.dueAt(pace.afterFailure(now, lease.plan.failures(), lease.terms.interval()));
      LOG.error("The answer to a renewal of lease \"{}\" could not be applied", lease.name(), t);
    }
  }

  /** Applies one answer; also used for renewals by hand. */
  public HeldLease.Answer settle(
      HeldLease lease, RenewalFlight flight, RenewOutcome outcome, long now) {
    LeaseState before = lease.status().state();
    HeldLease.Answer answer = lease.renewalAnswered(flight, outcome, now);
    LeaseState after = lease.status().state();
    String word = Answers.word(outcome);
    events.of(lease, Kind.RENEWAL_ANSWERED, word, now - flight.sentAt, answer.name());
    boolean extended = answer == HeldLease.Answer.EXTENDED;
    if (after != before && (extended || answer == HeldLease.Answer.RETRY)) {
      events.of(lease, Kind.STATE_CHANGED, after.name());
    }
    switch (answer) {
      case EXTENDED -> {
        long age = ((RenewOutcome.Renewed) outcome).age().toNanos();
        long from = lease.terms.intervalFrom(flight.sentAt, age);
        lease.plan.succeeded(pace.afterSuccess(from, lease.terms.interval()));
        if (lease.plan.isDoubted()) {
          lease.plan.dueAt(now);
        }
      }
      case RETRY -> {
        lease.plan.failed(Answers.detail(outcome));
        lease.plan.dueAt(pace.afterFailure(now, lease.plan.failures(), lease.terms.interval()));
      }
      case NOT_OWNER ->
          lossPath.lose(
              lease,
              ((RenewOutcome.NotOwner) outcome).reason(),
              "the store answered a renewal " + Answers.detail(outcome));
      case LAPSED -> lossPath.lapse(lease, now);
      case STALE -> {}
    }
    // A backend whose validity lags may confirm what we knew already; asking at once would be told
    // the same, in a loop.
    if (lease.plan.due() - now <= 0) {
      lease.plan.dueAt(pace.afterFailure(now, 1, lease.terms.interval()));
    }
    return answer;
  }
}
