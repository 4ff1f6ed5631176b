package io.leasehold.engine.time;

import io.leasehold.spi.LeaseClock;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
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
  @SuppressWarnings("CatchThrowable") // see above
  public void execute(Runnable work) {
    try {
      threads.execute(work);
    } catch (RejectedExecutionException e) {
      work.run(); // the client is closed: better here than never, every piece of work is bounded
    } catch (Throwable t) {
      TimerQueue later = timers;
      LOG.warn("No thread for work of the engine; trying again", t);
      if (later != null) {
        later.at(clock.nanos() + MOMENT, () -> execute(work));
      }
    }
  }
}
