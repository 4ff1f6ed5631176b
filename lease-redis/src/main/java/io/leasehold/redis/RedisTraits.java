package io.leasehold.redis;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendTraits.ExpiryClock;
import io.leasehold.spi.Fault;
import java.time.Duration;

/** What a single Redis server keeps, and under which faults it does not. */
final class RedisTraits {

  /**
   * So many renewals travel together: with the longest names, and each with its script, they take
   * 110 KB.
   */
  static final int MAX_BATCH = 64;

  private RedisTraits() {}

  static BackendTraits of(Duration callTimeout) {
    return BackendTraits.of("redis", callTimeout)
        .ttl(Duration.ofMillis(1), Duration.ofDays(30), Duration.ofMillis(1))
        // Expiry is an absolute wall-clock millisecond: it is passed when the next one begins.
        .takeoverLag(Duration.ofMillis(2))
        .validityUncertainty(Duration.ofMillis(1))
        .expiryClock(ExpiryClock.STORE_WALL)
        .fenceSource("max(last + 1, floor + 1, server time in microseconds), kept per bucket")
        .fenceBrokenBy(Fault.FAILOVER, Fault.TWO_PRIMARIES)
        .exclusionBrokenBy(Fault.FAILOVER, Fault.TWO_PRIMARIES, Fault.RESTART, Fault.CLOCK_STEP)
        .grantsSurviveRestart(false)
        .vacancyHints(true)
        .maxBatch(MAX_BATCH)
        .build();
  }
}
