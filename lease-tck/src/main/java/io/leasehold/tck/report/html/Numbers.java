package io.leasehold.tck.report.html;

import io.leasehold.tck.history.Event;

/** Numbers out of a history that may come from a file. */
final class Numbers {

  private static final int MICROS = 1000;

  private Numbers() {}

  /** A fact that should be a number; 0 if it is not there or is none. */
  static long of(Event event, String fact) {
    try {
      return event.number(fact);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Nanoseconds as the page counts: whole microseconds, which a browser can count exactly. */
  static long micros(long nanos) {
    return Math.floorDiv(nanos, (long) MICROS);
  }
}
