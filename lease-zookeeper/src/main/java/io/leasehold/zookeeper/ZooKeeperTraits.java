package io.leasehold.zookeeper;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendTraits.ExpiryClock;
import io.leasehold.spi.BackendTraits.TtlScope;
import io.leasehold.spi.Fault;
import java.time.Duration;

/** What an ensemble keeps, and under which faults it does not. */
final class ZooKeeperTraits {

  /** A renewal is due every quarter of the ttl, and what it proves lags one quarter behind. */
  static final int RENEWALS_PER_TTL = 4;

  private static final int LAG = 2;

  /** So many reads travel together with one write. */
  private static final int MAX_BATCH = 256;

  /** A server accepts sessions of 2 to 20 ticks, if it is not told otherwise. */
  static final int MOST_TICKS = 20;

  static final int LEAST_TICKS = 3;

  private ZooKeeperTraits() {}

  static BackendTraits of(Duration callTimeout, Duration tick, Duration maxTtl) {
    return BackendTraits.of("zookeeper", callTimeout)
        .ttl(tick.multipliedBy(LEAST_TICKS), maxTtl, Duration.ofMillis(1))
        .takeoverLag(takeoverLag(tick, maxTtl))
        .ttlScope(TtlScope.SESSION)
        .expiryClock(ExpiryClock.STORE_MONOTONIC)
        .fenceSource("czxid: the number of the transaction that made the lease's node")
        .exclusionBrokenBy(Fault.STALLED_PRIMARY)
        .vacancyHints(true)
        .maxBatch(MAX_BATCH)
        .renewal(RENEWALS_PER_TTL, LAG)
        .build();
  }

  /**
   * A process that dies may have kept the session alive for one renewal interval after this lease's
   * last renewal; the leader rounds the end up to a tick and hears of a sign of life half a tick
   * late. Told for the longest ttl.
   */
  private static Duration takeoverLag(Duration tick, Duration maxTtl) {
    return maxTtl
        .multipliedBy(11)
        .dividedBy(10L * RENEWALS_PER_TTL)
        .plus(tick.multipliedBy(3).dividedBy(2));
  }
}
