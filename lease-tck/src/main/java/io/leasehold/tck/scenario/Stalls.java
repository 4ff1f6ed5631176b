package io.leasehold.tck.scenario;

import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how late threads get the processor, and writes down what is worth excusing: on a busy
 * machine nobody can be told in time. One thread measures how late it wakes, another how long a new
 * thread takes to begin, which is much longer on a crowded machine. Short delays count too, because
 * what has to be told goes through several threads, and each may wait as long. Close it to end its
 * threads.
 */
public final class Stalls implements AutoCloseable {

  private static final long STEP = 5_000_000;
  private static final long WORTH_NOTING = 2_000_000;

  private final Recorder recorder;
  private final String by;
  private final LeaseClock clock = LeaseClock.system();
  private final Thread waking = thread(this::wake, "leasehold-tck-stalls");
  private final Thread starting = thread(this::start, "leasehold-tck-starts");
  private volatile boolean closed;

  private Stalls(Recorder recorder, String by) {
    this.recorder = recorder;
    this.by = by;
  }

  /** Begins to measure, under this label. */
  public static Stalls measuredBy(Recorder recorder, String by) {
    Stalls stalls = new Stalls(recorder, by);
    stalls.waking.start();
    stalls.starting.start();
    return stalls;
  }

  private static Thread thread(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private void wake() {
    long before = clock.nanos();
    while (!closed) {
      LockSupport.parkNanos(STEP);
      long now = clock.nanos();
      note(now, now - before - STEP);
      before = now;
    }
  }

  /** Its own work would be late by a wake-up, too: only the beginning counts. */
  private void start() {
    while (!closed) {
      LockSupport.parkNanos(STEP);
      long asked = clock.nanos();
      Thread begins =
          thread(
              () -> {
                long now = clock.nanos();
                note(now, now - asked);
              },
              "leasehold-tck-start");
      begins.start();
      try {
        begins.join();
      } catch (InterruptedException e) {
        return; // nobody interrupts it but the end of the process
      }
    }
  }

  private void note(long now, long late) {
    if (late >= WORTH_NOTING) {
      recorder.noteAt(now, by, What.STALL, "", "", "took", late);
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(waking);
    LockSupport.unpark(starting);
  }
}
