package io.leasehold;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Who holds a lease, as the store tells it. Information for people and for monitoring: it can be
 * out of date when it arrives.
 *
 * @param leaseName the lease
 * @param owner identifies the acquisition (32 hexadecimal digits), never a thread or a host
 * @param fencingToken the holder's token
 * @param remaining how long the grant still lasts at the store without a renewal, where the store
 *     knows it
 * @param revoked whether it was revoked and is waiting for its holder to let go
 * @param metadata what the holder said of itself: {@code host}, {@code pid}, {@code since} (its own
 *     wall clock)
 */
public record HolderInfo(
    String leaseName,
    String owner,
    long fencingToken,
    Optional<Duration> remaining,
    boolean revoked,
    Map<String, String> metadata) {

  /** Copies the metadata. */
  public HolderInfo {
    metadata = Map.copyOf(metadata);
  }
}
