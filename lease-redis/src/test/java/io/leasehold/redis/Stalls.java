package io.leasehold.redis;

import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * How long the machine kept threads of this process waiting that wanted to run: a promise about
 * when something is told holds while the process runs. What is measured is what a signal needs: a
 * thread wakes up, starts another, and that one runs.
 */
final class Stalls implements AutoCloseable {

  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

  private final LeaseClock clock = LeaseClock.system();
  private final AtomicLong longest = new AtomicLong();
  private final Thread thread = new Thread(this::watch, "stalls");

  Stalls() {
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    while (!thread.isInterrupted()) {
      long due = clock.nanos() + PAUSE;
      LockSupport.parkNanos(PAUSE);
      Thread signal = new Thread(() -> longest.accumulateAndGet(clock.nanos() - due, Math::max));
      signal.start();
      try {
        signal.join();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  Duration longest() {
    return Duration.ofNanos(longest.get());
  }

  /**
   * By how much a promise may be missed that leaves that margin: by nothing, unless the machine let
   * threads wait for so long that the margin could not suffice. Two of them may have to get their
   * turn one after the other, and a third for what they need.
   */
  Duration excuse(Duration margin) {
    Duration turns = longest().multipliedBy(3);
    return turns.compareTo(margin) < 0 ? Duration.ZERO : turns;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
