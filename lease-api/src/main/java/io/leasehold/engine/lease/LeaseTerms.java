package io.leasehold.engine.lease;

import io.leasehold.spi.LeaseName;
import java.time.Duration;

/**
 * A request after all checks, with everything that is derived from it. Times are nanoseconds.
 *
 * @param ttl what the store is asked for
 * @param margin how much earlier than the store's ttl local validity ends
 * @param interval between the send of one successful renewal and the next
 * @param waitNanos how long to wait
 * @param maxHold {@link #UNLIMITED} for no limit
 * @param manual whether only renew() extends the lease
 */
public record LeaseTerms(
    LeaseName name,
    Duration ttl,
    long margin,
    long interval,
    long waitNanos,
    long maxHold,
    boolean manual,
    String group) {

  /** Longer than any process lives; half the range, so that sums do not overflow. */
  public static final long UNLIMITED = Long.MAX_VALUE / 4;

  /** The same with another wait. */
  public LeaseTerms waiting(long nanos) {
    return new LeaseTerms(
        name, ttl, margin, interval, Math.min(nanos, UNLIMITED), maxHold, manual, group);
  }

  /** A duration in nanoseconds, anything beyond a century as {@link #UNLIMITED}. */
  public static long cappedNanos(Duration duration) {
    return duration.toSeconds() >= UNLIMITED / 1_000_000_000L ? UNLIMITED : duration.toNanos();
  }
}
