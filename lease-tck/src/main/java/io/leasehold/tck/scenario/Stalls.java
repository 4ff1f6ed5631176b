package io.leasehold.tck.scenario;

import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how late a thread gets the processor, and writes down what is worth excusing: on a busy
 * machine nobody can be told in time. Close it to end its thread.
 */
public final class Stalls implements AutoCloseable {

  private static final long STEP = 5_000_000;
  private static final long WORTH_NOTING = 20_000_000;

  private final Recorder recorder;
  private final String by;
  private final LeaseClock clock = LeaseClock.system();
  private final Thread thread;
  private volatile boolean closed;

  private Stalls(Recorder recorder, String by) {
    this.recorder = recorder;
    this.by = by;
    this.thread = new Thread(this::measure, "leasehold-tck-stalls");
  }

  /** Begins to measure, under this label. */
  public static Stalls measuredBy(Recorder recorder, String by) {
    Stalls stalls = new Stalls(recorder, by);
    stalls.thread.setDaemon(true);
    stalls.thread.start();
    return stalls;
  }

  private void measure() {
    long before = clock.nanos();
    while (!closed) {
      LockSupport.parkNanos(STEP);
      long now = clock.nanos();
      long late = now - before - STEP;
      if (late >= WORTH_NOTING) {
        recorder.noteAt(now, by, What.STALL, "", "", "took", late);
      }
      before = now;
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
