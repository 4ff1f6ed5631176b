package io.leasehold.etcd;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Fault;
import java.time.Duration;

/** What an etcd cluster keeps, and under which faults it does not. */
final class EtcdTraits {

  /** So many renewals travel together; a transaction may have 128 steps by default. */
  static final int MAX_BATCH = 64;

  private EtcdTraits() {}

  /**
   * Declares.
   *
   * @param minTtl what the server grants to who asks for the least
   */
  static BackendTraits of(Duration callTimeout, Duration minTtl) {
    return BackendTraits.of("etcd", callTimeout)
        .ttl(minTtl, Duration.ofDays(30), Duration.ofSeconds(1))
        // The server looks for ended leases every half second, and then has to agree on the end.
        .takeoverLag(Duration.ofSeconds(1))
        .fenceSource("the revision at which the lease's key was created")
        .exclusionBrokenBy(Fault.STALLED_PRIMARY)
        .vacancyHints(true)
        .maxBatch(MAX_BATCH)
        .build();
  }
}
