package io.leasehold.tck.scenario;

import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how late threads get the processor, and writes down what is worth excusing: on a busy
 * machine nobody can be told in time. One thread measures how late it wakes, another how long a new
 * thread takes to begin, which is much longer on a crowded machine. Short delays count too, because
 * what has to be told goes through several threads, and each may wait as long.
 *
 * <p>A processor may be taken away from the machine for most of a second while the others go on:
 * then the threads that slept there wake late, and no other. So there are two more threads for each
 * processor; of these only long delays count. Close it to end its threads.
 */
public final class Stalls implements AutoCloseable {

  private static final long STEP = 5_000_000;
  private static final long WORTH_NOTING = 2_000_000;
  private static final long TAKEN_AWAY = 20_000_000;
  private static final int MOST = 16;

  private final Recorder recorder;
  private final String by;
  private final LeaseClock clock = LeaseClock.system();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  private Stalls(Recorder recorder, String by) {
    this.recorder = recorder;
    this.by = by;
  }

  /** Begins to measure, under this label. */
  public static Stalls measuredBy(Recorder recorder, String by) {
    Stalls stalls = new Stalls(recorder, by);
    stalls.threads.add(thread(() -> stalls.wake(WORTH_NOTING), "leasehold-tck-stalls"));
    stalls.threads.add(thread(stalls::start, "leasehold-tck-starts"));
    for (int i = 0; i < Math.min(MOST, 2 * Runtime.getRuntime().availableProcessors()); i++) {
      stalls.threads.add(thread(() -> stalls.wake(TAKEN_AWAY), "leasehold-tck-stalls-" + i));
    }
    stalls.threads.forEach(Thread::start);
    return stalls;
  }

  private static Thread thread(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private void wake(long worthNoting) {
    long before = clock.nanos();
    while (!closed) {
      LockSupport.parkNanos(STEP);
      long now = clock.nanos();
      note(now, now - before - STEP, worthNoting);
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
                note(now, now - asked, WORTH_NOTING);
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

  private void note(long now, long late, long worthNoting) {
    if (late >= worthNoting) {
      recorder.noteAt(now, by, What.STALL, "", "", "took", late);
    }
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(LockSupport::unpark);
  }
}
