package io.leasehold.zookeeper;

import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The time within which one call has to return (G7), all of its steps together. */
final class Bound {

  private final LeaseClock clock;
  private final long begin;
  private final long end;

  private Bound(LeaseClock clock, long begin, long end) {
    this.clock = clock;
    this.begin = begin;
    this.end = end;
  }

  /** From now on for that long. */
  static Bound of(LeaseClock clock, Duration time) {
    long now = clock.nanos();
    return new Bound(clock, now, now + time.toNanos());
  }

  /** When the call began. */
  long begin() {
    return begin;
  }

  /** How long before the call began that was; not negative. */
  Duration age(long instant) {
    return Duration.ofNanos(Math.max(0, begin - instant));
  }

  /** For a step that must leave time for those after it: three quarters of what is left. */
  Bound most() {
    long now = clock.nanos();
    return new Bound(clock, begin, now + (end - now) / 4 * 3);
  }

  /**
   * Waits for an answer.
   *
   * @throws TimeoutException if the time is over
   * @throws InterruptedException with the flag cleared, as always
   */
  <T> T await(CompletableFuture<T> answer) throws InterruptedException, TimeoutException {
    try {
      return answer.get(Math.max(0, end - clock.nanos()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      // Answers complete with a value, errors included.
      throw new IllegalStateException(e.getCause());
    }
  }
}
