package io.leasehold.zookeeper;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import io.leasehold.spi.SuspectListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Leases as ephemeral nodes. This class gives each call its bound and turns what goes wrong into an
 * outcome; what happens at the servers stands in {@link AcquireSteps}, {@link OwnerSteps} and
 * {@link EyeSteps}.
 */
final class ZooKeeperLeaseBackend implements LeaseBackend {

  private static final Cause CLOSED = Cause.of(Cause.Kind.CLOSED, "the backend is closed");

  private final BackendTraits traits;
  private final Setting setting;
  private final Sessions sessions;
  private final AcquireSteps acquiring;
  private final OwnerSteps owning;
  private final EyeSteps looking;
  private final Vacancies vacancies;
  private final Doubts doubts;
  private final ScheduledExecutorService caretaker;
  private final AtomicBoolean closed = new AtomicBoolean();

  ZooKeeperLeaseBackend(
      BackendTraits traits,
      Setting setting,
      Sessions sessions,
      Doubts doubts,
      ScheduledExecutorService caretaker) {
    this.traits = traits;
    this.setting = setting;
    this.sessions = sessions;
    this.doubts = doubts;
    this.caretaker = caretaker;
    Attempts attempts = new Attempts(setting.clock());
    this.looking = new EyeSteps(sessions, setting.paths());
    this.acquiring = new AcquireSteps(sessions, attempts, setting, looking);
    this.owning = new OwnerSteps(attempts, setting, looking);
    this.vacancies = new Vacancies(sessions, setting.paths());
    Runnable tidy =
        () -> {
          sessions.care();
          attempts.tidy();
        };
    Caretaker.every(caretaker, setting.tick().dividedBy(8), tidy);
  }

  @Override
  public BackendTraits traits() {
    return traits;
  }

  /** What a call does; what it throws besides is an answer that is not known. */
  private interface Steps<T> {
    T run(Bound bound) throws InterruptedException, TimeoutException;
  }

  private interface Failed<T> {
    T because(boolean refused, Cause cause);
  }

  private <T> T call(Steps<T> steps, Failed<T> failed) {
    if (closed.get()) {
      return failed.because(true, CLOSED);
    } else if (Thread.currentThread().isInterrupted()) {
      return failed.because(
          true, Cause.of(Cause.Kind.INTERRUPTED, "the thread was interrupted before the call"));
    }
    try {
      return steps.run(Bound.of(setting.clock(), traits.callTimeout()));
    } catch (FaultException e) {
      boolean over = closed.get();
      return failed.because(e.fault().refused(), over ? CLOSED : e.fault().cause());
    } catch (TimeoutException e) {
      return failed.because(
          false,
          Cause.of(
              Cause.Kind.TIMEOUT,
              "no answer of " + setting.connector() + " within " + traits.callTimeout()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed.because(
          false, Cause.of(Cause.Kind.INTERRUPTED, "the thread was interrupted during the call"));
    } catch (RuntimeException e) {
      return failed.because(
          false, new Cause(Cause.Kind.UNAVAILABLE, "the driver failed: " + e.getMessage(), e));
    }
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    return call(
        bound -> acquiring.acquire(attempt, bound),
        (refused, cause) ->
            refused ? new AcquireOutcome.Refused(cause) : new AcquireOutcome.Unknown(cause));
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return renewAllIfOwner(List.of(grant)).get(0);
  }

  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    List<RenewOutcome> outcomes = new ArrayList<>(grants.size());
    List<RenewOutcome> all =
        call(
            bound -> owning.renew(grants, bound, outcomes),
            (refused, cause) -> {
              while (outcomes.size() < grants.size()) {
                outcomes.add(
                    refused ? new RenewOutcome.Refused(cause) : new RenewOutcome.Unknown(cause));
              }
              return outcomes;
            });
    return List.copyOf(all);
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    return call(
        bound -> owning.release(grant, bound),
        (refused, cause) ->
            refused ? new ReleaseOutcome.Refused(cause) : new ReleaseOutcome.Unknown(cause));
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    return call(
        bound -> owning.abandon(attempt, bound),
        (refused, cause) ->
            refused ? new AbandonOutcome.Refused(cause) : new AbandonOutcome.Unknown(cause));
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    return call(
        bound -> looking.revoke(name, now, bound),
        (refused, cause) ->
            refused ? new RevokeOutcome.Refused(cause) : new RevokeOutcome.Unknown(cause));
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    return call(
        bound -> looking.holder(name, bound),
        (refused, cause) -> {
          throw new BackendUnavailableException("the read of lease \"" + name + "\"", cause);
        });
  }

  /** An attempt that has no answer yet belongs to the session of its ttl. */
  @Override
  public Object renewalDomain(Grant grant) {
    return grant.cookie() instanceof Tenancy tenancy ? tenancy : grant.ttl();
  }

  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    return closed.get() ? Subscription.NONE : vacancies.onVacant(name, hint);
  }

  @Override
  public Subscription onSuspect(SuspectListener listener) {
    return doubts.add(listener);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      caretaker.shutdownNow();
      sessions.close(traits.callTimeout());
    }
  }
}
