package io.leasehold.hazelcast;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendTraits.ExpiryClock;
import io.leasehold.spi.Fault;
import java.time.Duration;

/** What a cluster keeps, and under which faults it does not. */
final class HazelcastTraits {

  /** So many renewals are under way at once. */
  static final int MAX_BATCH = 64;

  private static final Duration MAX_TTL = Duration.ofDays(30);
  private static final Duration MILLI = Duration.ofMillis(1);

  /**
   * Members take the time from their eldest with each heartbeat, and believe a heartbeat that came
   * late: the clock of a name steps by so much when another member takes over.
   */
  private static final Duration CLOCK_JITTER = Duration.ofMillis(10);

  private HazelcastTraits() {}

  /** Entry processors. */
  static BackendTraits processor(Duration callTimeout) {
    return BackendTraits.of("hazelcast", callTimeout)
        .ttl(MILLI, MAX_TTL, MILLI)
        .takeoverLag(Duration.ofMillis(2).plus(CLOCK_JITTER))
        .validityUncertainty(CLOCK_JITTER)
        .expiryClock(ExpiryClock.STORE_WALL)
        .fenceSource("max(last + 1, floor + 1, cluster time in microseconds), kept in the record")
        .fenceBrokenBy(Fault.FAILOVER, Fault.STALLED_PRIMARY, Fault.TWO_PRIMARIES)
        .exclusionBrokenBy(
            Fault.FAILOVER,
            Fault.STALLED_PRIMARY,
            Fault.TWO_PRIMARIES,
            Fault.RESTART,
            Fault.CLOCK_STEP)
        .grantsSurviveRestart(false)
        .vacancyHints(true)
        .maxBatch(MAX_BATCH)
        .build();
  }
}
