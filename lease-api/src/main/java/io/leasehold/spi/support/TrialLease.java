package io.leasehold.spi.support;

import io.leasehold.ErrorCode;
import io.leasehold.HolderInfo;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Tries at the start of a backend what would fail later: a whole life of a lease under a name of
 * its own, which shows a wrong password, a missing right and a server that is none. Immutable.
 */
public final class TrialLease {

  private static final int CALLS = 5;

  private final String where;
  private final Cause odd;
  private final UnaryOperator<Cause> hint;

  /**
   * A trial of that store.
   *
   * @param where the store's address for messages, without secrets
   * @param odd how an answer is told that does not go with the one before; its message follows the
   *     answer
   * @param hint adds to a cause what to do about it
   */
  public TrialLease(String where, Cause odd, UnaryOperator<Cause> hint) {
    this.where = where;
    this.odd = odd;
    this.hint = hint;
  }

  /**
   * The same, with a ttl that does not end during the trial, though each of its calls takes as long
   * as it may: an end would look like another store.
   */
  public void live(LeaseBackend backend) {
    BackendTraits traits = backend.traits();
    Duration step = traits.ttlStep();
    Duration wanted = traits.minTtl().plus(traits.callTimeout().multipliedBy(CALLS));
    Duration ttl = step.multipliedBy(wanted.plus(step).minusNanos(1).dividedBy(step));
    live(backend, ttl.compareTo(traits.maxTtl()) < 0 ? ttl : traits.maxTtl());
  }

  /**
   * Tries acquire, renew, holder, release and abandon; of each it sends one.
   *
   * @param ttl of the lease
   * @throws LeaseConfigurationException MISCONFIGURED
   * @throws BackendUnavailableException if the store does not answer or cannot serve now
   */
  public void live(LeaseBackend backend, Duration ttl) {
    OwnerToken owner = OwnerToken.random();
    LeaseName name = new LeaseName("leasehold-startup-" + owner);
    AcquireAttempt attempt = new AcquireAttempt(name, owner, ttl, 0, Map.of());
    AcquireOutcome acquired = backend.acquire(attempt);
    if (!(acquired instanceof AcquireOutcome.Granted granted)) {
      throw failed("a lease cannot be acquired", cause(acquired));
    }
    RenewOutcome renewed = backend.renewIfOwner(granted.grant());
    if (!(renewed instanceof RenewOutcome.Renewed)) {
      throw failed("a lease cannot be renewed", cause(renewed));
    }
    if (holder(backend, name).isEmpty()) {
      throw failed("the holder of a lease cannot be read", cause("that there is none"));
    }
    ReleaseOutcome released = backend.releaseIfOwner(granted.grant());
    if (!(released instanceof ReleaseOutcome.Released)) {
      throw failed("a lease cannot be released", cause(released));
    }
    AbandonOutcome abandoned = backend.abandon(attempt);
    if (!(abandoned instanceof AbandonOutcome.Abandoned)) {
      throw failed("an attempt cannot be abandoned", cause(abandoned));
    }
  }

  private Optional<HolderInfo> holder(LeaseBackend backend, LeaseName name) {
    try {
      return backend.holder(name);
    } catch (BackendUnavailableException e) {
      throw failed("the holder of a lease cannot be read", e.reason());
    }
  }

  private Cause cause(Object outcome) {
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
    return Cause.of(odd.kind(), "the answer was " + outcome + odd.message());
  }

  /**
   * What to throw because of a step of the start.
   *
   * @param what cannot be done
   * @param cause why; {@link Cause.Kind#MISCONFIGURED} if trying again cannot help
   */
  public RuntimeException failed(String what, Cause cause) {
    if (cause.kind() == Cause.Kind.MISCONFIGURED) {
      return new LeaseConfigurationException(
          ErrorCode.MISCONFIGURED, "on " + where + " " + what + ": " + cause, cause.error());
    }
    return new BackendUnavailableException("the first call to " + where, hint.apply(cause));
  }
}
