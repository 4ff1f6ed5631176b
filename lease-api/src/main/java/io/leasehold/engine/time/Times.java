package io.leasehold.engine.time;

import java.time.Duration;
import java.util.Locale;

/** How times are written in messages. */
public final class Times {

  private Times() {}

  /** A duration in seconds or milliseconds, whichever reads better. */
  public static String show(Duration duration) {
    if (duration.compareTo(Duration.ofDays(36500)) > 0) {
      return "unlimited";
    }
    return show(duration.toNanos());
  }

  /** Nanoseconds in seconds or milliseconds, whichever reads better. */
  public static String show(long nanos) {
    double millis = nanos / 1e6;
    String text =
        Math.abs(millis) >= 1000
            ? String.format(Locale.ROOT, "%.3f", millis / 1000)
            : String.format(Locale.ROOT, "%.3f", millis);
    String trimmed = text.replaceAll("0+$", "").replaceAll("\\.$", "");
    return trimmed + (Math.abs(millis) >= 1000 ? " s" : " ms");
  }
}
