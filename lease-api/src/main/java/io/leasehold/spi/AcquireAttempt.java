package io.leasehold.spi;

import java.time.Duration;
import java.util.Map;

/**
 * One attempt to become the owner of a name; sent to the store at most once.
 *
 * @param name the lease
 * @param owner identifies this very attempt
 * @param ttl how long the grant has to last without a renewal; already checked against the traits
 * @param fenceFloor the highest fencing token this client has seen, 0 at the start; the grant's
 *     token must be greater (G5). A backend whose store makes the number and cannot get above the
 *     floor frees the name again and answers {@link AcquireOutcome.Refused}
 * @param metadata who asks (host, pid, since): kept beside the record for {@link
 *     LeaseBackend#holder}, never part of a comparison
 * @param waits whether the caller waits if the name is busy: then {@link LeaseBackend#onVacant}
 *     follows at once. A store that wakes waiters one by one may note this one down in the same
 *     step; nothing else depends on it
 */
public record AcquireAttempt(
    LeaseName name,
    OwnerToken owner,
    Duration ttl,
    long fenceFloor,
    Map<String, String> metadata,
    boolean waits) {

  /** Copies the metadata. */
  public AcquireAttempt {
    metadata = Map.copyOf(metadata);
  }

  /** An attempt of somebody who does not wait. */
  public AcquireAttempt(
      LeaseName name,
      OwnerToken owner,
      Duration ttl,
      long fenceFloor,
      Map<String, String> metadata) {
    this(name, owner, ttl, fenceFloor, metadata, false);
  }
}
