package io.leasehold.etcd;

import io.leasehold.spi.LeaseClock;
import java.time.Duration;

/** The time that one call of the backend has, over all the requests it sends. Immutable. */
final class Bound {

  private final LeaseClock clock;
  private final long begin;
  private final long length;

  private Bound(LeaseClock clock, long length) {
    this.clock = clock;
    this.begin = clock.nanos();
    this.length = length;
  }

  /** One that begins now. */
  static Bound of(LeaseClock clock, Duration length) {
    return new Bound(clock, length.toNanos());
  }

  /** When the call began, on the clock. */
  long begin() {
    return begin;
  }

  /** What is left, in nanoseconds; zero or less when the time is over. */
  long left() {
    return length - (clock.nanos() - begin);
  }

  /** Whether this much is long enough for a silent server to be blamed for the silence. */
  boolean isFair(long nanos) {
    return nanos >= length / 4;
  }
}
