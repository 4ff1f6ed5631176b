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
import java.util.function.Consumer;
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

  private final LeaseClock clock;
  private final Events events;
  private final Health health;
  private final LossPath lossPath;
  private final SignalDispatcher signals;
  private final RenewalLanes lanes;
  private final EngineLog log;
  private final long window;
  private final long patience;

  private final Queue<Timed> inbox = new ConcurrentLinkedQueue<>();
  private final DueQueue queue = new DueQueue();
  private final Map<HeldLease, Integer> troubles = new HashMap<>();

  /** Set by the thread that has to be woken when something is due sooner than it thinks. */
  public volatile @Nullable Runnable alarm;

  private volatile long wakeAt;
  private boolean saidBlind;

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
    this.events = events;
    this.health = health;
    this.lossPath = lossPath;
    this.signals = signals;
    this.lanes = new RenewalLanes(clock, backend, renewals, workers, this::changed, log);
    this.log = log;
    this.window = window;
    this.patience = patience;
    this.wakeAt = clock.nanos();
    health.planned(wakeAt); // a watchdog that has not run yet is late, too
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
    accountForSuspend();
    long now = clock.nanos();
    long late = health.lateness(now);
    if (late > WORTH_TELLING) {
      events.ofClient(Kind.WATCHDOG_LATE, late, "");
    }
    takeInbox();
    lookAt(due(now), now);
    lookAhead(now);
    lanes.depart();
    health.worked();
    return plan(now);
  }

  @SuppressWarnings("CatchThrowable") // not knowing whether the machine slept is no reason to stop
  private void accountForSuspend() {
    try {
      long slept = clock.accountForSuspend();
      if (slept > 0) {
        events.ofClient(Kind.MACHINE_SLEPT, slept, "validity was counted on through the sleep");
      }
    } catch (Throwable t) {
      if (!saidBlind) {
        saidBlind = true;
        log.error("Cannot tell whether the machine slept; said once", t);
      }
    }
  }

  /** How many leases and timers it looks after; only for those who drive the rounds. */
  public int size() {
    return queue.size();
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
    each(
        due,
        now,
        entry -> {
          if (entry instanceof HeldLease lease) {
            lookAt(lease, now);
            requeue(lease);
          } else {
            ((Timer) entry).run();
          }
        });
  }

  /** Each for itself: one poisoned entry must not hold up the others. */
  @SuppressWarnings("CatchThrowable")
  private void each(List<Timed> entries, long now, Consumer<Timed> look) {
    int begun = 0;
    try {
      for (Timed entry : entries) {
        begun++;
        try {
          look.accept(entry);
          troubles.remove(entry);
        } catch (Throwable t) {
          trouble(entry, t, now);
        }
      }
    } finally {
      // Even the handling of a failure can fail; then the rest is for the next round.
      inbox.addAll(entries.subList(begun, entries.size()));
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
      lanes.add(lease);
    }
  }

  /**
   * Renewals due within the window travel with those that are due now; but one that would overtake
   * another is refused until that one's time is over.
   */
  private void lookAhead(long now) {
    if (window == 0 || !lanes.hasWaiting()) {
      return;
    }
    each(
        due(now + window),
        now,
        entry -> {
          if (entry instanceof HeldLease lease
              && lease.status().unanswered() == null
              && lease.wantsRenewal(now + window, patience)) {
            lanes.add(lease);
          }
          requeue(entry);
        });
  }

  private void trouble(Timed entry, Throwable t, long now) {
    if (entry instanceof HeldLease lease) {
      queue.put(lease, now + WORTH_TELLING); // first of all: it is never forgotten
      if (troubles.merge(lease, 1, Integer::sum) >= TROUBLES) {
        lossPath.lose(lease, LossReason.ENGINE_FAILURE, "the engine failed on it: " + t);
      }
    }
    events.ofClient(Kind.ENGINE_HEALED, 0, t.toString());
    log.error("The watchdog failed on one entry and goes on with the others", t);
  }
}
