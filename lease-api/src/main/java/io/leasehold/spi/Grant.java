package io.leasehold.spi;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the store gave to one attempt. Immutable; it travels back to the backend with each renewal
 * and with the release.
 *
 * @param name the lease
 * @param owner the attempt that got it
 * @param ttl what the store really granted, and what every renewal extends to; never less than
 *     asked
 * @param fencingToken strictly greater than the token of every earlier grant of this name (G5)
 * @param cookie whatever the backend needs to find its record again (a session, a revision); the
 *     engine does not look at it
 */
public record Grant(
    LeaseName name, OwnerToken owner, Duration ttl, long fencingToken, @Nullable Object cookie) {

  /** Refuses null. */
  public Grant {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(ttl, "ttl");
  }
}
