package io.leasehold.servers;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for something outside this JVM that cannot tell us that it has changed. */
final class Waiting {

  /** For starts and signals on a busy machine. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final long POLL_MILLIS = 2;

  private Waiting() {}

  /** Whether it came true in time. */
  static boolean until(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }
    return true;
  }

  static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while waiting for a server", e);
  }
}
