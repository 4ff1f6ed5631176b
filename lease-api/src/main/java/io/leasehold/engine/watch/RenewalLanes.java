package io.leasehold.engine.watch;

import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.time.EngineLog;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A lane or two per renewal domain. Owned by the watchdog; what a lane starts runs on workers. */
final class RenewalLanes {

  private static final int TIDY_ABOVE = 64;
  private static final long MOMENT = TimeUnit.MILLISECONDS.toNanos(50);

  private final LeaseClock clock;
  private final LeaseBackend backend;
  private final RenewalBatch renewals;
  private final Executor workers;
  private final Consumer<HeldLease> changed;
  private final EngineLog log;
  private final Map<LaneKey, RenewalLane> lanes = new HashMap<>();

  /**
   * @param changed told of each lease whose next due time has changed, on the worker
   */
  RenewalLanes(
      LeaseClock clock,
      LeaseBackend backend,
      RenewalBatch renewals,
      Executor workers,
      Consumer<HeldLease> changed,
      EngineLog log) {
    this.clock = clock;
    this.backend = backend;
    this.renewals = renewals;
    this.workers = workers;
    this.changed = changed;
    this.log = log;
  }

  /**
   * Leases whose last renewal failed, or has no answer in time, fly apart: a poisoned one delays no
   * sound one (G10).
   */
  private record LaneKey(Object domain, boolean failing) {}

  /** The lease is due for renewal. */
  void add(HeldLease lease) {
    lanes
        .computeIfAbsent(
            new LaneKey(domain(lease.grant), isFailing(lease)),
            key ->
                new RenewalLane(backend.traits().maxBatch(), workers, this::renew, this::grounded))
        .add(lease);
  }

  private static boolean isFailing(HeldLease lease) {
    return lease.plan.failures() > 0 || lease.status().unanswered() != null;
  }

  boolean hasWaiting() {
    return lanes.values().stream().anyMatch(RenewalLane::hasWaiting);
  }

  /** Starts what can be started; never blocks. */
  void depart() {
    lanes.values().forEach(RenewalLane::depart);
    if (lanes.size() > TIDY_ABOVE) {
      lanes.values().removeIf(RenewalLane::isIdle);
    }
  }

  /** A backend that cannot name the domain gets one lane per fault, not a dead watchdog. */
  private Object domain(Grant grant) {
    try {
      return backend.renewalDomain(grant);
    } catch (RuntimeException e) {
      log.warn("renewalDomain failed for lease \"{}\"", grant.name(), e);
      return e.getClass();
    }
  }

  private void renew(List<HeldLease> batch) {
    renewals.renew(batch, changed);
  }

  /** There was no thread to renew them: they come back after a moment. */
  private void grounded(List<HeldLease> batch, Throwable t) {
    for (HeldLease lease : batch) {
      lease.plan.failed("no thread to renew it: " + t);
      lease.plan.dueAt(clock.nanos() + MOMENT);
      lease.plan.inLane(false);
      changed.accept(lease);
    }
  }
}
