package io.leasehold.tck.mutants.engine;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
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

/** Passes everything on; a mutant overrides what it breaks. */
class BackendWrap implements LeaseBackend {

  final LeaseBackend real;

  BackendWrap(LeaseBackend real) {
    this.real = real;
  }

  @Override
  public BackendTraits traits() {
    return real.traits();
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    return real.acquire(attempt);
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return real.renewIfOwner(grant);
  }

  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    return grants.stream().map(this::renewIfOwner).toList();
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    return real.releaseIfOwner(grant);
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    return real.abandon(attempt);
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    return real.revoke(name, now);
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    return real.holder(name);
  }

  @Override
  public Object renewalDomain(Grant grant) {
    return real.renewalDomain(grant);
  }

  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    return real.onVacant(name, hint);
  }

  @Override
  public Subscription onSuspect(SuspectListener listener) {
    return real.onSuspect(listener);
  }

  @Override
  public void close() {
    real.close();
  }
}
