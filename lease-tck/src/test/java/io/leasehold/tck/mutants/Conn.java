package io.leasehold.tck.mutants;

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
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** One client's connection to a {@link Model}: every call is a step of the model, or a fault. */
final class Conn implements LeaseBackend {

  private final Model model;
  private volatile boolean closed;

  Conn(Model model) {
    this.model = model;
  }

  @Override
  public BackendTraits traits() {
    return model.traits(this);
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    if (!closed && model.holdsBack(this, attempt)) {
      return new AcquireOutcome.Unknown(model.noAnswer());
    }
    return call(
        () -> model.acquire(this, attempt),
        AcquireOutcome.Refused::new,
        AcquireOutcome.Unknown::new);
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return call(
        () -> model.renew(this, grant), RenewOutcome.Refused::new, RenewOutcome.Unknown::new);
  }

  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    return call(
        () -> model.renewAll(this, grants),
        cause -> grants.stream().<RenewOutcome>map(g -> new RenewOutcome.Refused(cause)).toList(),
        cause -> grants.stream().<RenewOutcome>map(g -> new RenewOutcome.Unknown(cause)).toList());
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    return call(
        () -> model.release(this, grant), ReleaseOutcome.Refused::new, ReleaseOutcome.Unknown::new);
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    return call(
        () -> model.abandon(this, attempt),
        AbandonOutcome.Refused::new,
        AbandonOutcome.Unknown::new);
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    return call(
        () -> model.revoke(this, name, now),
        RevokeOutcome.Refused::new,
        RevokeOutcome.Unknown::new);
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    Function<Cause, Optional<HolderInfo>> unanswered =
        cause -> {
          throw new BackendUnavailableException("holder of " + name, cause);
        };
    return call(() -> model.holder(this, name), unanswered, unanswered);
  }

  @Override
  public Object renewalDomain(Grant grant) {
    return model.domain(grant);
  }

  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    return model.onVacant(name, hint);
  }

  @Override
  public Subscription onSuspect(SuspectListener listener) {
    return model.onSuspect(listener);
  }

  @Override
  public void close() {
    boolean again = closed;
    closed = true;
    model.locked(
        () -> {
          model.closed(this, again);
          return again;
        });
  }

  private <R> R call(Supplier<R> step, Function<Cause, R> refused, Function<Cause, R> unknown) {
    if (closed && model.refusesClosed()) {
      return refused.apply(Cause.of(model.closedKind(), "the connection is closed"));
    }
    if (model.frozen()) {
      return model.answerWhileFrozen(step, unknown);
    }
    return model.call(step);
  }
}
