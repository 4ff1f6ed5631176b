package io.leasehold.engine.time;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What is known of the watchdog's own health. Written by the watchdog, read by whoever has to say
 * why a lease lapsed.
 */
public final class Health {

  private static final long NONE = Long.MIN_VALUE;

  private final AtomicLong wakeAt = new AtomicLong(NONE);
  private final AtomicLong failedAt = new AtomicLong(NONE);

  /** The watchdog means to run again at that time. */
  public void planned(long time) {
    wakeAt.set(time);
  }

  /** The watchdog failed; only the first failure since it last worked counts. */
  public void failed(long now) {
    failedAt.compareAndSet(NONE, now);
  }

  /** The watchdog did a whole round. */
  public void worked() {
    failedAt.set(NONE);
  }

  /** How late the watchdog is at this moment, in nanoseconds; 0 if it is not. */
  public long lateness(long now) {
    long planned = wakeAt.get();
    return planned == NONE ? 0 : Math.max(0, now - planned);
  }

  /** Whether the watchdog failed at or after that instant and has not worked since. */
  public boolean failedSince(long instant) {
    long failed = failedAt.get();
    return failed != NONE && failed - instant >= 0;
  }
}
