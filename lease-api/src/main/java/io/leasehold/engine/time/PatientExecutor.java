package io.leasehold.engine.time;

import io.leasehold.spi.LeaseClock;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands work to threads; where no thread can be made (a machine out of them throws an Error) the
 * work is handed in again after a moment instead of being lost.
 */
public final class PatientExecutor implements Executor {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");
  private static final long MOMENT = TimeUnit.MILLISECONDS.toNanos(50);

  private final Executor threads;
  private final LeaseClock clock;
  private final AtomicInteger pending = new AtomicInteger();
  private volatile @Nullable TimerQueue timers;

  public PatientExecutor(Executor threads, LeaseClock clock) {
    this.threads = threads;
    this.clock = clock;
  }

  /** Said once, when the watchdog is there. */
  public void useTimers(TimerQueue queue) {
    timers = queue;
  }

  @Override
  public void execute(Runnable work) {
    pending.incrementAndGet();
    hand(
        () -> {
          try {
            work.run();
          } finally {
            pending.decrementAndGet();
          }
        });
  }

  @SuppressWarnings("CatchThrowable") // see above
  private void hand(Runnable counted) {
    try {
      threads.execute(counted);
    } catch (RejectedExecutionException e) {
      counted.run(); // the client is closed: better here than never, every piece of work is bounded
    } catch (Throwable t) {
      TimerQueue later = timers;
      LOG.warn("No thread for work of the engine; trying again", t);
      if (later != null) {
        later.at(clock.nanos() + MOMENT, () -> hand(counted));
      }
    }
  }

  /** How much was handed in and is not done; a pool itself can only tell about. */
  public int pending() {
    return pending.get();
  }
}
