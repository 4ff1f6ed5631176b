package io.leasehold.tck.scenario;

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

/** Passes everything on unchanged; who extends it overrides what to see or to disturb. */
public abstract class ForwardingBackend implements LeaseBackend {

  /** Who is asked. */
  protected final LeaseBackend backend;

  /** Before this backend. */
  protected ForwardingBackend(LeaseBackend backend) {
    this.backend = backend;
  }

  @Override
  public BackendTraits traits() {
    return backend.traits();
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    return backend.acquire(attempt);
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return backend.renewIfOwner(grant);
  }

  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    return backend.renewAllIfOwner(grants);
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    return backend.releaseIfOwner(grant);
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    return backend.abandon(attempt);
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    return backend.revoke(name, now);
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    return backend.holder(name);
  }

  @Override
  public Object renewalDomain(Grant grant) {
    return backend.renewalDomain(grant);
  }

  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    return backend.onVacant(name, hint);
  }

  @Override
  public Subscription onSuspect(SuspectListener listener) {
    return backend.onSuspect(listener);
  }

  @Override
  public void close() {
    backend.close();
  }
}
