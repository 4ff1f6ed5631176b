package io.leasehold.zookeeper;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.util.Map;

/**
 * Tries at start what would fail later: a whole life of a lease under a name of its own, which
 * shows a missing right and a server that is none.
 */
final class ZooKeeperStartup {

  private final ZooKeeperLeaseBackend backend;
  private final String where;

  ZooKeeperStartup(ZooKeeperLeaseBackend backend, String where) {
    this.backend = backend;
    this.where = where;
  }

  /**
   * Tries acquire, renew, holder, release and abandon.
   *
   * @throws LeaseConfigurationException MISCONFIGURED
   * @throws BackendUnavailableException if no server answers or can serve now
   */
  void oneLease() {
    OwnerToken owner = OwnerToken.random();
    AcquireAttempt attempt =
        new AcquireAttempt(
            new LeaseName("leasehold-startup-" + owner),
            owner,
            backend.traits().maxTtl(),
            0,
            Map.of());
    AcquireOutcome acquired = backend.acquire(attempt);
    if (!(acquired instanceof AcquireOutcome.Granted granted)) {
      throw failed("a lease cannot be acquired", cause(acquired));
    }
    RenewOutcome renewed = backend.renewIfOwner(granted.grant());
    if (!(renewed instanceof RenewOutcome.Renewed)) {
      throw failed("a lease cannot be renewed", cause(renewed));
    }
    holder(attempt.name());
    ReleaseOutcome released = backend.releaseIfOwner(granted.grant());
    if (!(released instanceof ReleaseOutcome.Released)) {
      throw failed("a lease cannot be released", cause(released));
    }
    AbandonOutcome abandoned = backend.abandon(attempt);
    if (!(abandoned instanceof AbandonOutcome.Abandoned)) {
      throw failed("an attempt cannot be abandoned", cause(abandoned));
    }
  }

  private static Cause cause(Object outcome) {
    if (outcome instanceof AcquireOutcome.Refused refused) {
      return refused.cause();
    } else if (outcome instanceof AcquireOutcome.Unknown unknown) {
      return unknown.cause();
    } else if (outcome instanceof RenewOutcome.Refused refused) {
      return refused.cause();
    } else if (outcome instanceof RenewOutcome.Unknown unknown) {
      return unknown.cause();
    } else if (outcome instanceof ReleaseOutcome.Refused refused) {
      return refused.cause();
    } else if (outcome instanceof ReleaseOutcome.Unknown unknown) {
      return unknown.cause();
    } else if (outcome instanceof AbandonOutcome.Refused refused) {
      return refused.cause();
    } else if (outcome instanceof AbandonOutcome.Unknown unknown) {
      return unknown.cause();
    }
    // The session may have ended between two steps, for instance on a machine that stood still.
    return Cause.of(Cause.Kind.UNAVAILABLE, "the answer was " + outcome);
  }

  private void holder(LeaseName name) {
    try {
      if (backend.holder(name).isEmpty()) {
        throw failed("the holder of a lease cannot be read", cause("that there is none"));
      }
    } catch (BackendUnavailableException e) {
      throw failed("the holder of a lease cannot be read", e.reason());
    }
  }

  private RuntimeException failed(String what, Cause cause) {
    if (cause.kind() == Cause.Kind.MISCONFIGURED) {
      return new LeaseConfigurationException(
          ErrorCode.MISCONFIGURED, "on " + where + " " + what + ": " + cause, cause.error());
    }
    return new BackendUnavailableException("the first call to " + where, cause);
  }
}
