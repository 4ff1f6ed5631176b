package io.leasehold.tck.scenario.life;

import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** A client's clock that does something to the watchdog's thread when it is armed. Thread-safe. */
final class DisturbedClock implements LeaseClock {

  private final LeaseClock clock = LeaseClock.system();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicReference<Duration> pause = new AtomicReference<>(Duration.ZERO);

  /** The next so many readings of the watchdog throw an Error. */
  void failNext(int times) {
    failures.set(times);
  }

  /** The next reading of the watchdog takes so long. */
  void pauseNext(Duration time) {
    pause.set(time);
  }

  @Override
  public long nanos() {
    if (Thread.currentThread().getName().contains("watchdog")) {
      if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new AssertionError("the kit lets the watchdog fail");
      }
      long end = clock.nanos() + pause.getAndSet(Duration.ZERO).toNanos();
      for (long left = end - clock.nanos(); left > 0; left = end - clock.nanos()) {
        LockSupport.parkNanos(left);
      }
    }
    return clock.nanos();
  }

  @Override
  public long accountForSuspend() {
    return clock.accountForSuspend();
  }
}
