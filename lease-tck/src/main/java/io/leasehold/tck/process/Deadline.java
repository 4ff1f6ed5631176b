package io.leasehold.tck.process;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The end of one bounded wait. */
final class Deadline {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final long end;

  private Deadline(long end) {
    this.end = end;
  }

  static Deadline in(Duration bound) {
    return new Deadline(System.nanoTime() + bound.toNanos());
  }

  /** What is left, in nanoseconds; zero or less once it has passed. */
  long left() {
    return end - System.nanoTime();
  }

  /** Asks until the answer is yes or the time is up; asks at least once. */
  boolean await(Condition condition) throws InterruptedException {
    while (!condition.holds()) {
      if (left() <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.sleep(POLL_NANOS);
    }
    return true;
  }

  /** Something outside this JVM that cannot tell us that it has changed. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws InterruptedException;
  }
}
