package io.leasehold.tck.history;

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

/** Passes every call on unchanged and keeps it in a log. */
public final class RecordingBackend implements LeaseBackend {

  private final String client;
  private final LeaseBackend backend;
  private final CallLog log;

  /**
   * Wraps one client's backend.
   *
   * @param client a short name for the log
   * @param backend answers
   * @param log keeps
   */
  public RecordingBackend(String client, LeaseBackend backend, CallLog log) {
    this.client = client;
    this.backend = backend;
    this.log = log;
  }

  @Override
  public BackendTraits traits() {
    return backend.traits();
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    return log.record(
        client, () -> "acquire(" + CallText.of(attempt) + ")", () -> backend.acquire(attempt));
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return log.record(
        client,
        () -> "renewIfOwner(" + CallText.of(grant) + ")",
        () -> backend.renewIfOwner(grant));
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    return log.record(
        client,
        () -> "releaseIfOwner(" + CallText.of(grant) + ")",
        () -> backend.releaseIfOwner(grant));
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    return log.record(
        client, () -> "abandon(" + CallText.of(attempt) + ")", () -> backend.abandon(attempt));
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    return log.record(
        client,
        () -> "revoke(" + CallText.of(name) + (now ? ", now)" : ", by mark)"),
        () -> backend.revoke(name, now));
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    return log.record(
        client, () -> "holder(" + CallText.of(name) + ")", () -> backend.holder(name));
  }

  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    return log.record(
        client,
        () -> "renewAllIfOwner(" + grants.size() + " grants)",
        () -> backend.renewAllIfOwner(grants));
  }

  @Override
  public Object renewalDomain(Grant grant) {
    return backend.renewalDomain(grant);
  }

  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    Runnable noted =
        () -> {
          log.note(client + " is told: " + CallText.of(name) + " may be vacant");
          hint.run();
        };
    return log.record(
        client, () -> "onVacant(" + CallText.of(name) + ")", () -> backend.onVacant(name, noted));
  }

  @Override
  public Subscription onSuspect(SuspectListener listener) {
    return log.record(client, () -> "onSuspect()", () -> backend.onSuspect(listener));
  }

  @Override
  public void close() {
    log.record(
        client,
        () -> "close()",
        () -> {
          backend.close();
          return "closed";
        });
  }
}
