package io.leasehold.spi;

import java.time.Instant;

/**
 * The only class that reads the wall clock, for texts that people read ("held since"). Nothing is
 * ever decided by it; a scan of the bytecode keeps every other class away from wall time.
 */
public final class WallClock {

  private WallClock() {}

  /** The time of day as this machine believes it to be. */
  public static Instant now() {
    return Instant.now();
  }
}
