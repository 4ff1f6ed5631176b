package io.leasehold.engine.lease;

import io.leasehold.spi.LeaseName;
import java.time.Duration;

/**
 * A request after all checks, with everything that is derived from it. Times are nanoseconds.
 *
 * @param ttl what the store is asked for
 * @param margin how much earlier than the store's ttl local validity ends
 * @param interval between the send of one successful renewal and the next
 * @param usualAge how far validity lags behind the newest write on this backend, 0 on most
 * @param waitNanos how long to wait
 * @param maxHold {@link #UNLIMITED} for no limit
 * @param manual whether only renew() extends the lease
 */
public record LeaseTerms(
    LeaseName name,
    Duration ttl,
    long margin,
    long interval,
    long usualAge,
    long waitNanos,
    long maxHold,
    boolean manual,
    String group) {

  /** Longer than any process lives; half the range, so that sums do not overflow. */
  public static final long UNLIMITED = Long.MAX_VALUE / 4;

  /**
   * From when the next renewal's interval counts: the instant that validity counts from. Where
   * validity lags behind the newest write by the backend's nature, that much of the age is no
   * reason to hurry: asking sooner would make it no younger.
   *
   * @param sentAt when the call left
   * @param age of its answer
   */
  public long intervalFrom(long sentAt, long age) {
    return sentAt - Math.max(0, age - usualAge);
  }

  /** The same with another wait. */
  public LeaseTerms waiting(long nanos) {
    return new LeaseTerms(
        name, ttl, margin, interval, usualAge, Math.min(nanos, UNLIMITED), maxHold, manual, group);
  }

  /** A duration in nanoseconds, anything beyond a century as {@link #UNLIMITED}. */
  public static long cappedNanos(Duration duration) {
    return duration.toSeconds() >= UNLIMITED / 1_000_000_000L ? UNLIMITED : duration.toNanos();
  }
}
