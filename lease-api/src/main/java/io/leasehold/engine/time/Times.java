package io.leasehold.engine.time;

import io.leasehold.spi.Durations;
import java.time.Duration;

/** How times are written in messages. */
public final class Times {

  private Times() {}

  /** A duration in seconds or milliseconds, whichever reads better. */
  public static String show(Duration duration) {
    return Durations.show(duration);
  }

  /** A duration to the nanosecond, for a value that is refused. */
  public static String exact(Duration duration) {
    boolean whole = duration.toNanosPart() % 1_000 == 0;
    boolean seconds = duration.abs().compareTo(Duration.ofSeconds(1)) >= 0;
    // Microseconds of a millisecond are three digits; of a second they are not.
    boolean shown = whole && (!seconds || duration.toNanosPart() % 1_000_000 == 0);
    return shown && duration.abs().compareTo(Duration.ofDays(36500)) < 0
        ? show(duration)
        : duration.toString();
  }

  /** Nanoseconds in seconds or milliseconds, whichever reads better. */
  public static String show(long nanos) {
    return Durations.show(Duration.ofNanos(nanos));
  }
}
