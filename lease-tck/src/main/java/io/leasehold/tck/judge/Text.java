package io.leasehold.tck.judge;

import io.leasehold.spi.Durations;
import java.time.Duration;

/** How judges write times. */
public final class Text {

  private Text() {}

  /** A length of time. */
  public static String ms(long nanos) {
    return Durations.show(Duration.ofNanos(nanos));
  }
}
