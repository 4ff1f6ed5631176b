package io.leasehold.tck.scenario;

import io.leasehold.spi.BackendTraits;
import java.time.Duration;

/**
 * The times by which a scenario is played, all derived from what the backend declares: the shortest
 * ttl that an engine takes with it, and some room.
 *
 * <p>The engine refuses a ttl unless {@code lag * 1.1 * interval + window + 2 * callTimeout +
 * backoff + margin < ttl}, with {@code margin = max(20 ms, ttl / 50) + uncertainty}.
 *
 * @param ttl of the leases
 * @param interval at which they are renewed
 * @param margin by which validity ends earlier than the ttl
 * @param poll how often a waiter asks
 */
public record Terms(Duration ttl, Duration interval, Duration margin, Duration poll) {

  private static final Duration WINDOW_AND_BACKOFF = Duration.ofMillis(60);
  private static final Duration LEAST_MARGIN = Duration.ofMillis(20);
  private static final double ROOM = 1.15;

  /** The times for this backend. */
  public static Terms of(BackendTraits traits) {
    double spread = traits.renewalLag() * 1.1 / traits.renewalsPerTtl();
    double fixed =
        traits.callTimeout().toNanos() * 2.0
            + WINDOW_AND_BACKOFF.toNanos()
            + traits.validityUncertainty().toNanos();
    double byLeastMargin = (fixed + LEAST_MARGIN.toNanos()) / (1 - spread);
    double byShare = fixed / (1 - spread - 0.02);
    return of(traits, Duration.ofNanos((long) (Math.max(byLeastMargin, byShare) * ROOM)));
  }

  /** The times for a ttl of this backend, rounded up to its step. */
  public static Terms of(BackendTraits traits, Duration wanted) {
    Duration step = traits.ttlStep();
    long steps = (wanted.toNanos() + step.toNanos() - 1) / step.toNanos();
    Duration rounded = step.multipliedBy(steps);
    Duration ttl = rounded.compareTo(traits.minTtl()) < 0 ? traits.minTtl() : rounded;
    Duration share = ttl.dividedBy(50);
    Duration margin = share.compareTo(LEAST_MARGIN) > 0 ? share : LEAST_MARGIN;
    return new Terms(
        ttl,
        ttl.dividedBy(traits.renewalsPerTtl()),
        margin.plus(traits.validityUncertainty()),
        ttl.dividedBy(6));
  }
}
