package io.leasehold.engine.watch;

import io.leasehold.HolderInfo;
import io.leasehold.LeaseException;
import io.leasehold.LeaseRequestException;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import io.leasehold.spi.SuspectListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The backend, made honest: whatever escapes a call is an unknown outcome, never "not yours", and a
 * caller's interrupt does not cut short what has to be done for the sake of others.
 */
public final class BackendCalls {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  private static final Cause NO_ANSWER =
      Cause.of(Cause.Kind.UNAVAILABLE, "the backend answered null: a defect of the backend");

  private static final OwnerToken NOBODY = new OwnerToken(0, 0);

  private final LeaseBackend backend;

  public BackendCalls(LeaseBackend backend) {
    this.backend = backend;
  }

  /**
   * One attempt, on the caller's thread.
   *
   * @throws LeaseRequestException if the backend cannot store this name or ttl; nothing was sent
   */
  @SuppressWarnings("CatchThrowable") // whatever escapes a call is an unknown outcome
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    try {
      AcquireOutcome outcome = backend.acquire(attempt);
      return outcome != null ? outcome : new AcquireOutcome.Unknown(NO_ANSWER);
    } catch (LeaseRequestException e) {
      throw e;
    } catch (Throwable t) {
      return new AcquireOutcome.Unknown(thrown(t));
    }
  }

  public RenewOutcome renew(Grant grant) {
    return uninterrupted(
        () -> guarded(() -> backend.renewIfOwner(grant), RenewOutcome.Unknown::new));
  }

  /** One outcome per grant, whatever the backend does. */
  public List<RenewOutcome> renewAll(List<Grant> grants) {
    if (grants.size() == 1) {
      return List.of(renew(grants.get(0)));
    }
    Function<Cause, List<RenewOutcome>> allUnknown =
        cause -> Collections.nCopies(grants.size(), new RenewOutcome.Unknown(cause));
    return uninterrupted(
        () -> guarded(() -> complete(backend.renewAllIfOwner(grants), grants.size()), allUnknown));
  }

  /** An answer that is missing is unknown; with too few or too many nobody knows whose is whose. */
  private static List<RenewOutcome> complete(
      List<? extends @Nullable RenewOutcome> answers, int asked) {
    if (answers.size() != asked) {
      throw new IllegalStateException(
          "it answered " + answers.size() + " of " + asked + " renewals: a defect of the backend");
    }
    List<RenewOutcome> outcomes = new ArrayList<>(asked);
    for (RenewOutcome answer : answers) {
      outcomes.add(answer == null ? new RenewOutcome.Unknown(NO_ANSWER) : answer);
    }
    return outcomes;
  }

  public ReleaseOutcome release(Grant grant) {
    return uninterrupted(
        () -> guarded(() -> backend.releaseIfOwner(grant), ReleaseOutcome.Unknown::new));
  }

  public AbandonOutcome abandon(AcquireAttempt attempt) {
    return uninterrupted(
        () -> guarded(() -> backend.abandon(attempt), AbandonOutcome.Unknown::new));
  }

  public RevokeOutcome revoke(LeaseName name, boolean now) {
    return uninterrupted(
        () -> guarded(() -> backend.revoke(name, now), RevokeOutcome.Unknown::new));
  }

  /**
   * A linearizable read.
   *
   * @throws BackendUnavailableException if there was no answer, for whatever reason
   */
  @SuppressWarnings("CatchThrowable") // an Error in a driver is no answer either
  public Optional<HolderInfo> holder(LeaseName name) {
    try {
      return uninterrupted(
          () -> Objects.requireNonNull(backend.holder(name), "the backend's answer"));
    } catch (LeaseException e) {
      throw e;
    } catch (Throwable t) {
      throw new BackendUnavailableException("the read of lease \"" + name + "\"", thrown(t));
    }
  }

  /** Where a grant lives; a backend that cannot tell has one place for each way of failing. */
  @SuppressWarnings("CatchThrowable")
  public Object domain(Grant grant) {
    try {
      return backend.renewalDomain(grant);
    } catch (Throwable t) {
      return t.getClass();
    }
  }

  /** Where an attempt for that name goes. */
  public Object domain(LeaseName name, Duration ttl) {
    return domain(new Grant(name, NOBODY, ttl, 0, null));
  }

  /** Hints are optional: a backend that fails to give them is polled. */
  public Subscription onVacant(LeaseName name, Runnable hint) {
    return closing(guarded(() -> backend.onVacant(name, hint), cause -> Subscription.NONE));
  }

  public Subscription onSuspect(SuspectListener listener) {
    return closing(guarded(() -> backend.onSuspect(listener), cause -> Subscription.NONE));
  }

  /** A subscription that fails to end must not cost its caller what he was granted meanwhile. */
  @SuppressWarnings("CatchThrowable")
  private static Subscription closing(Subscription subscription) {
    return () -> {
      try {
        subscription.close();
      } catch (Throwable t) {
        LOG.warn("A subscription of the backend failed to close", t);
      }
    };
  }

  @SuppressWarnings("CatchThrowable") // an Error in a driver must not end a renewal worker
  private static <T> T guarded(Supplier<@Nullable T> call, Function<Cause, T> unknown) {
    try {
      T outcome = call.get();
      return outcome != null ? outcome : unknown.apply(NO_ANSWER);
    } catch (Throwable t) {
      return unknown.apply(thrown(t));
    }
  }

  private static Cause thrown(Throwable t) {
    return new Cause(Cause.Kind.UNAVAILABLE, "the backend threw", t);
  }

  /** Drivers give up when the flag is set; these calls must not, and the flag must be kept. */
  private static <T> T uninterrupted(Supplier<T> call) {
    boolean interrupted = Thread.interrupted();
    try {
      return call.get();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
