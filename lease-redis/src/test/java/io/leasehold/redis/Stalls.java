package io.leasehold.redis;

import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * How long the machine let a thread of this process wait that wanted to run: a promise about when
 * something is told holds while the process runs.
 */
final class Stalls implements AutoCloseable {

  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

  private final LeaseClock clock = LeaseClock.system();
  private final AtomicLong longest = new AtomicLong();
  private final Thread thread = new Thread(this::watch, "stalls");

  Stalls() {
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    long last = clock.nanos();
    while (!thread.isInterrupted()) {
      LockSupport.parkNanos(PAUSE);
      long now = clock.nanos();
      longest.accumulateAndGet(now - last - PAUSE, Math::max);
      last = now;
    }
  }

  Duration longest() {
    return Duration.ofNanos(longest.get());
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
