package io.leasehold.engine.watch;

import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LossReason;
import io.leasehold.engine.events.Events;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.time.DueQueue;
import io.leasehold.engine.time.EngineLog;
import io.leasehold.engine.time.Health;
import io.leasehold.engine.time.Timed;
import io.leasehold.engine.time.Timer;
import io.leasehold.engine.time.TimerQueue;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks at each lease when something about it is due: its renewal, its hold limit, the end of its
 * validity.
 *
 * <p><b>One thread, no I/O, no user code.</b> {@link #round} is called by {@link WatchdogThread}
 * only (in tests by the test) and owns the queue and the lanes. Everybody else hands in what has
 * changed through the inbox. A round is a few microseconds per due lease; what takes time is done
 * by others: renewals by the workers of a lane, listeners by the signal threads, frees by the
 * clean-up.
 *
 * <p><b>Order.</b> Within one lease: validity first, then the hold limit, then the renewal, so that
 * a process that stood still tells a loss before it sends anything. Between leases: by due time.
 *
 * <p><b>Truth.</b> The watchdog is not needed for isHeld to be right (G2): a reader that finds
 * validity over goes through {@link LossPath} by itself. It is needed for renewing, and for telling
 * somebody who does not ask (G3).
 *
 * <p><b>Trouble.</b> A round that throws is counted and repeated; one lease that throws does not
 * hold up the others, and is lost as ENGINE_FAILURE when it goes on. A thread that dies is replaced
 * ({@link WatchdogThread}). Without rounds no renewal is sent, so a broken engine ends every lease
 * at its ttl (G9).
 */
public final class Watchdog implements TimerQueue {

  /** Even with nothing due: to see that the machine slept. */
  private static final long LONGEST_NAP = TimeUnit.SECONDS.toNanos(1);

  private static final long WORTH_TELLING = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int TROUBLES = 3;
  private static final int TIDY_LANES_ABOVE = 64;

  private final LeaseClock clock;
  private final LeaseBackend backend;
  private final Events events;
  private final Health health;
  private final LossPath lossPath;
  private final SignalDispatcher signals;
  private final RenewalBatch renewals;
  private final Executor workers;
  private final EngineLog log;
  private final long window;
  private final long patience;

  private final Queue<Timed> inbox = new ConcurrentLinkedQueue<>();
  private final DueQueue queue = new DueQueue();
  private final Map<LaneKey, RenewalLane> lanes = new HashMap<>();
  private final Map<HeldLease, Integer> troubles = new HashMap<>();

  /** Set by the thread that has to be woken when something is due sooner than it thinks. */
  public volatile @Nullable Runnable alarm;

  private volatile long wakeAt;

  public Watchdog(
      LeaseClock clock,
      LeaseBackend backend,
      Events events,
      Health health,
      LossPath lossPath,
      SignalDispatcher signals,
      RenewalBatch renewals,
      Executor workers,
      EngineLog log,
      long window,
      long patience) {
    this.clock = clock;
    this.backend = backend;
    this.events = events;
    this.health = health;
    this.lossPath = lossPath;
    this.signals = signals;
    this.renewals = renewals;
    this.workers = workers;
    this.log = log;
    this.window = window;
    this.patience = patience;
    this.wakeAt = clock.nanos();
  }

  /** The lease is new, or has ended, or its next due time has changed. Any thread. */
  public void changed(HeldLease lease) {
    hand(lease, lease.nextDue(patience));
  }

  @Override
  public void hand(Timer timer) {
    hand(timer, timer.at());
  }

  private void hand(Timed entry, long due) {
    if (!entry.handedIn) {
      entry.handedIn = true;
      inbox.add(entry);
    }
    // The watchdog sets wakeAt before it looks into the inbox a last time: one of us sees the
    // other.
    Runnable ring = alarm;
    if (ring != null && due != DueQueue.NEVER && due - wakeAt < 0) {
      ring.run();
    }
  }

  /**
   * Does what is due.
   *
   * @return when it wants to be called again; sooner is harmless
   */
  public long round() {
    long slept = clock.accountForSuspend();
    if (slept > 0) {
      events.ofClient(Kind.MACHINE_SLEPT, slept, "validity was counted on through the sleep");
    }
    long now = clock.nanos();
    long late = health.lateness(now);
    if (late > WORTH_TELLING) {
      events.ofClient(Kind.WATCHDOG_LATE, late, "");
    }
    takeInbox();
    lookAt(due(now), now);
    lookAhead(now);
    lanes.values().forEach(RenewalLane::depart);
    if (lanes.size() > TIDY_LANES_ABOVE) {
      lanes.values().removeIf(RenewalLane::isIdle);
    }
    health.worked();
    return plan(now);
  }

  private long plan(long now) {
    Timed first = queue.first();
    long next =
        first == null || first.due - (now + LONGEST_NAP) > 0 ? now + LONGEST_NAP : first.due;
    wakeAt = next;
    if (!inbox.isEmpty()) {
      next = now;
      wakeAt = now;
    }
    health.planned(next);
    return next;
  }

  private void takeInbox() {
    Timed entry;
    while ((entry = inbox.poll()) != null) {
      entry.handedIn = false; // before we look at it: what changes later is handed in again
      requeue(entry);
    }
  }

  private void requeue(Timed entry) {
    long due = entry instanceof HeldLease lease ? lease.nextDue(patience) : ((Timer) entry).at();
    if (due == DueQueue.NEVER) {
      queue.remove(entry);
      troubles.remove(entry);
    } else {
      queue.put(entry, due);
    }
  }

  private List<Timed> due(long until) {
    List<Timed> due = new ArrayList<>();
    Timed first;
    while ((first = queue.first()) != null && first.due - until <= 0) {
      queue.remove(first);
      due.add(first);
    }
    return due;
  }

  private void lookAt(List<Timed> due, long now) {
    int done = 0;
    try {
      for (Timed entry : due) {
        lookAtOne(entry, now);
        done++;
      }
    } finally {
      // If even the handling of a failure failed, the rest is for the next round.
      inbox.addAll(due.subList(Math.min(done + 1, due.size()), due.size()));
    }
  }

  @SuppressWarnings("CatchThrowable") // one poisoned entry must not hold up the others
  private void lookAtOne(Timed entry, long now) {
    try {
      if (entry instanceof HeldLease lease) {
        lookAt(lease, now);
        requeue(lease);
      } else {
        ((Timer) entry).run();
      }
    } catch (Throwable t) {
      trouble(entry, t, now);
    }
  }

  private void lookAt(HeldLease lease, long now) {
    if (lossPath.lapse(lease, now)) {
      return;
    }
    if (lease.hasHoldLimit() && now - lease.holdLimit() >= 0 && lease.overdue()) {
      events.of(lease, Kind.OVERDUE, "", now - lease.grantedAt, "");
      signals.overdue(lease);
    }
    if (lease.wantsRenewal(now, patience)) {
      lane(lease).add(lease);
    }
  }

  /** Renewals due within the window travel with those that are due now. */
  private void lookAhead(long now) {
    boolean departing = lanes.values().stream().anyMatch(RenewalLane::hasWaiting);
    if (!departing || window == 0) {
      return;
    }
    for (Timed entry : due(now + window)) {
      if (entry instanceof HeldLease lease && lease.wantsRenewal(now + window, patience)) {
        lane(lease).add(lease);
      }
      requeue(entry);
    }
  }

  /** Leases whose last renewal failed fly apart: a poisoned one delays no sound one (G10). */
  private record LaneKey(Object domain, boolean failing) {}

  private RenewalLane lane(HeldLease lease) {
    return lanes.computeIfAbsent(
        new LaneKey(domain(lease.grant), lease.plan.failures() > 0),
        key -> new RenewalLane(backend.traits().maxBatch(), workers, this::renew, this::grounded));
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
    for (HeldLease lease : renewals.renew(batch)) {
      changed(lease);
    }
  }

  /** There was no thread to renew them: they come back after a moment. */
  private void grounded(List<HeldLease> batch, Throwable t) {
    for (HeldLease lease : batch) {
      lease.plan.failed("no thread to renew it: " + t);
      lease.plan.dueAt(clock.nanos() + WORTH_TELLING);
      lease.plan.inLane(false);
      changed(lease);
    }
  }

  private void trouble(Timed entry, Throwable t, long now) {
    health.failed(now);
    events.ofClient(Kind.ENGINE_HEALED, 0, t.toString());
    log.error("The watchdog failed on one entry and goes on with the others", t);
    if (entry instanceof HeldLease lease) {
      int count = troubles.merge(lease, 1, Integer::sum);
      if (count >= TROUBLES) {
        troubles.remove(lease);
        lossPath.lose(lease, LossReason.ENGINE_FAILURE, "the engine failed on it: " + t);
      } else {
        queue.put(lease, now + WORTH_TELLING);
      }
    }
  }
}
