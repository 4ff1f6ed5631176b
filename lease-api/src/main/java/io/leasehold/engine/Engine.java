package io.leasehold.engine;

import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LossReason;
import io.leasehold.engine.events.Events;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.time.EngineLog;
import io.leasehold.engine.time.Health;
import io.leasehold.engine.time.Lanes;
import io.leasehold.engine.time.Pace;
import io.leasehold.engine.time.PatientExecutor;
import io.leasehold.engine.time.Pauses;
import io.leasehold.engine.time.Threads;
import io.leasehold.engine.time.Timer;
import io.leasehold.engine.time.TimerQueue;
import io.leasehold.engine.watch.BackendCalls;
import io.leasehold.engine.watch.Cleanup;
import io.leasehold.engine.watch.LossPath;
import io.leasehold.engine.watch.Registry;
import io.leasehold.engine.watch.ReleasePath;
import io.leasehold.engine.watch.RenewalBatch;
import io.leasehold.engine.watch.SignalDispatcher;
import io.leasehold.engine.watch.Watchdog;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.Subscription;
import io.leasehold.spi.WallClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts of one client, put together. It decides nothing; see {@link AcquireLoop}, {@link
 * Watchdog}, {@link LossPath} and {@link ReleasePath} for what happens.
 */
final class Engine {

  /** So many attempts of acquireAsync at once at one node. */
  private static final int ATTEMPTS = 16;

  private static final String HOST = hostName();
  private static final String PID = Long.toString(ProcessHandle.current().pid());

  /** Where the engine's work runs; tests run it by hand. */
  record Workplace(
      PatientExecutor renewals,
      PatientExecutor cleanup,
      PatientExecutor signals,
      PatientExecutor interrupts,
      PatientExecutor attempts,
      PatientExecutor completions,
      PatientExecutor logs,
      Pauses pauses,
      DoubleSupplier random) {

    static Workplace of(Threads threads, LeaseClock clock) {
      return new Workplace(
          new PatientExecutor(threads.renewals, clock),
          new PatientExecutor(threads.cleanup, clock),
          new PatientExecutor(threads.signals, clock),
          new PatientExecutor(threads.interrupts, clock),
          new PatientExecutor(threads.attempts, clock),
          new PatientExecutor(threads.completions, clock),
          new PatientExecutor(threads.logs, clock),
          LockSupport::parkNanos,
          () -> ThreadLocalRandom.current().nextDouble());
    }

    /** What finds no thread is handed in again later; one left out would forget it. */
    private void useTimers(TimerQueue timers) {
      List.of(renewals, cleanup, signals, interrupts, attempts, completions, logs)
          .forEach(executor -> executor.useTimers(timers));
    }
  }

  final LeaseClock clock;
  final LeaseBackend backend;
  final BackendCalls calls;
  final Events events;
  final Health health = new Health();
  final Pace pace;
  final Pauses pauses;
  final Registry registry = new Registry();
  final WaitLines lines = new WaitLines();
  final Cleanup cleanup;
  final SignalDispatcher signals;
  final LossPath lossPath;
  final ReleasePath releasePath;
  final RenewalBatch renewals;
  final Watchdog watchdog;
  final TimerQueue timers;
  final Lanes attemptLanes;
  final PatientExecutor completions;
  private final PatientExecutor attempts;
  private final PatientExecutor signalThreads;
  final RequestCheck check;
  final EngineLog log;
  final long callTimeout;
  final long backoff;
  final long pollInterval;
  final boolean acquisitionStacks;

  /** The highest token seen by this client, from any name (G5). */
  final AtomicLong fenceFloor = new AtomicLong();

  private final AtomicInteger attemptsUnderWay = new AtomicInteger();
  private final Subscription doubts;
  private final AtomicBoolean closing = new AtomicBoolean();
  private volatile boolean closed;

  Engine(
      LeaseBackend backend,
      EngineSettings settings,
      @Nullable Consumer<LeaseEvent> sink,
      Workplace work) {
    this.clock = settings.clock();
    this.backend = backend;
    this.callTimeout = backend.traits().callTimeout().toNanos();
    this.backoff = settings.backoff().toNanos();
    this.pollInterval = settings.pollInterval().toNanos();
    this.acquisitionStacks = settings.acquisitionStacks();
    this.check = new RequestCheck(backend.traits(), settings);
    this.calls = new BackendCalls(backend);
    this.events = new Events(sink, clock);
    this.pace = new Pace(backoff, work.random());
    this.pauses = work.pauses();
    this.attempts = work.attempts();
    this.attemptLanes = new Lanes(attempts, ATTEMPTS);
    this.completions = work.completions();
    this.signalThreads = work.signals();
    this.log = new EngineLog(work.logs());
    this.signals = new SignalDispatcher(work.signals(), events);
    LateTimers late = new LateTimers();
    this.timers = late;
    this.cleanup = new Cleanup(clock, calls, events, pace, work.cleanup(), timers);
    this.lossPath =
        new LossPath(clock, health, events, cleanup, signals, work.interrupts(), registry, log);
    this.releasePath =
        new ReleasePath(
            clock,
            calls,
            events,
            cleanup,
            signals,
            registry,
            lossPath,
            lines::wake,
            pauses,
            pace,
            callTimeout);
    this.renewals = new RenewalBatch(clock, calls, events, pace, lossPath, callTimeout);
    this.watchdog =
        new Watchdog(
            clock,
            backend,
            events,
            health,
            lossPath,
            signals,
            renewals,
            work.renewals(),
            log,
            settings.renewalWindow().toNanos(),
            callTimeout);
    late.target = watchdog;
    registry.whenRemoved(watchdog::changed);
    work.useTimers(timers);
    this.doubts = calls.onSuspect((owner, cause) -> doubt(owner, cause.toString()));
  }

  /** Takes a lease into care; false if the client was closed, then the lease is lost already. */
  boolean admit(HeldLease lease) {
    registry.add(lease);
    watchdog.changed(lease);
    if (closed) { // close() may have counted the open leases before this one came
      lossPath.lose(lease, LossReason.CLIENT_CLOSED, "the client was closed");
      return false;
    }
    return true;
  }

  /** Where the caller is, for the log, in case the handle is dropped; null if not wanted. */
  @Nullable Throwable acquisitionStack(String name) {
    return acquisitionStacks ? new Throwable("lease \"" + name + "\" was acquired here") : null;
  }

  /** The handle for the user; without one nobody could release the lease, so then it is. */
  LeaseHandle handle(HeldLease lease, @Nullable Throwable stack) {
    boolean made = false;
    try {
      LeaseHandle handle = LeaseHandle.of(this, lease, stack);
      made = true;
      return handle;
    } finally {
      if (!made) {
        releasePath.release(lease);
      }
    }
  }

  /** Nothing is asked of the store, or waits to be told to a caller of acquireAsync. */
  boolean isQuiet() {
    return attemptsUnderWay.get() == 0
        && attempts.pending() == 0
        && releasePath.isIdle()
        && cleanup.isIdle();
  }

  /** No listener and no future of a caller is left to be called. */
  boolean isEverybodyTold() {
    return signalThreads.pending() == 0 && completions.pending() == 0;
  }

  /** An acquire call goes to the store; close() waits for it, since it may be granted. */
  void attemptBegins() {
    attemptsUnderWay.incrementAndGet();
  }

  void attemptEnds() {
    attemptsUnderWay.decrementAndGet();
  }

  void sawToken(long token) {
    fenceFloor.accumulateAndGet(token, Math::max);
  }

  boolean isClosed() {
    return closed;
  }

  /** Refuses everything new from now on; false if that was so already. */
  boolean shut() {
    boolean first = closing.compareAndSet(false, true);
    closed = true;
    if (first) {
      doubts.close();
    }
    return first;
  }

  /** A pushed doubt: the next renewal comes at once and tells. */
  private void doubt(OwnerToken owner, String what) {
    HeldLease lease = registry.of(owner);
    if (lease != null) {
      events.of(lease, Kind.SUSPECTED, "", what);
      lease.plan.doubted(what, clock.nanos());
      if (lease.doubt()) {
        events.of(lease, Kind.STATE_CHANGED, lease.status().state().name());
      }
      watchdog.changed(lease);
    }
  }

  /** Who asks, for people who look at the record. */
  Map<String, String> metadata() {
    return Map.of("host", HOST, "pid", PID, "since", WallClock.now().toString());
  }

  /** As the system tells it; asking a name server could take as long as it likes. */
  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      Map<String, String> env = System.getenv();
      return env.getOrDefault("HOSTNAME", env.getOrDefault("COMPUTERNAME", "unknown"));
    }
  }

  /** The watchdog is the last part to be made; what is made before it refers to it through this. */
  private static final class LateTimers implements TimerQueue {
    volatile @Nullable TimerQueue target;

    @Override
    public void hand(Timer timer) {
      TimerQueue queue = target;
      if (queue != null) {
        queue.hand(timer);
      }
    }
  }
}
