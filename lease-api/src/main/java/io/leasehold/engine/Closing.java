package io.leasehold.engine;

import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LossReason;
import io.leasehold.engine.events.ObserverFeed;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.time.Latches;
import io.leasehold.engine.time.Threads;
import io.leasehold.engine.watch.WatchdogThread;
import io.leasehold.spi.LeaseClock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a client: nothing new, no waiter, no validity; then frees at the store, tells CLIENT_CLOSED,
 * and ends the threads, all within one bound. What cannot be done in time is counted and logged.
 */
final class Closing {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");
  private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(1);

  private final Engine engine;
  private final Threads threads;
  private final WatchdogThread watchdog;
  private final @Nullable ObserverFeed feed;
  private final LeaseClock clock;
  private final long bound;
  private final CountDownLatch done = new CountDownLatch(1);

  Closing(
      Engine engine,
      Threads threads,
      WatchdogThread watchdog,
      @Nullable ObserverFeed feed,
      long bound) {
    this.engine = engine;
    this.threads = threads;
    this.watchdog = watchdog;
    this.feed = feed;
    this.clock = engine.clock;
    this.bound = bound;
  }

  void close() {
    long start = clock.nanos();
    long end = start + bound;
    boolean fromListener = threads.runsUserCode();
    if (!engine.shut()) {
      if (!fromListener) {
        Latches.await(done, clock, bound); // somebody else is closing
      }
      return;
    }
    engine.lines.wakeAll();
    for (HeldLease lease : engine.registry.all()) {
      engine.lossPath.lose(lease, LossReason.CLIENT_CLOSED, "the client was closed");
    }
    engine.cleanup.hurry(); // frees go out in parallel
    if (fromListener) {
      // Who is waited for cannot wait for it: a listener, and what follows on an acquire's future.
      daemon("-closing", () -> finish(start, end));
    } else {
      finish(start, end);
    }
  }

  private void finish(long start, long end) {
    try {
      // What comes last gets its time too: closing the backend, and the observer's last events.
      long reserved = end - Math.min(engine.callTimeout, bound / 4);
      boolean freed = await(engine::isQuiet, reserved);
      boolean told = await(engine::isEverybodyTold, reserved);
      if (!freed || !told) {
        LOG.warn(
            "Closed with {} names not freed yet (their ttl ends them) and {} signals not delivered",
            engine.cleanup.pending(),
            engine.signals.stop());
      }
      engine.signals.stop();
      watchdog.stop();
      threads.close(reserved - clock.nanos());
      closeBackend(end - (end - clock.nanos()) / 4);
      engine.events.ofClient(Kind.CLIENT_CLOSED, clock.nanos() - start, "");
      if (feed != null) {
        feed.close(clock, end - clock.nanos());
      }
    } finally {
      done.countDown();
    }
  }

  /** The backend promises a bound, but it is its driver's to keep: we do not wait for ever. */
  private void closeBackend(long end) {
    CountDownLatch closed = new CountDownLatch(1);
    daemon(
        "-backend-close",
        () -> {
          try {
            engine.backend.close();
          } catch (RuntimeException e) {
            LOG.warn("The backend failed to close", e);
          } finally {
            closed.countDown();
          }
        });
    if (!Latches.await(closed, clock, end - clock.nanos())) {
      LOG.warn("The backend did not close within its bound; its closing goes on");
    }
  }

  private void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, threads.clientName() + name);
    thread.setDaemon(true);
    thread.start();
  }

  private boolean await(BooleanSupplier condition, long end) {
    boolean interrupted = Thread.interrupted(); // or the naps below would not be naps
    try {
      while (!condition.getAsBoolean()) {
        if (clock.nanos() - end >= 0) {
          return false;
        }
        LockSupport.parkNanos(this, LOOK_EVERY);
        interrupted |= Thread.interrupted();
      }
      return true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
