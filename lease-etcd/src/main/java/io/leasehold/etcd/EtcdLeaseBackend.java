package io.leasehold.etcd;

import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.TxnResponse;
import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import io.leasehold.spi.SuspectListener;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Leases on an etcd cluster: a lease is a key that exists while it is held, bound to a store lease
 * of its own; its create revision is the fencing token and tells acquisitions apart. This class
 * turns answers into outcomes; {@link Requests} has the steps themselves.
 */
final class EtcdLeaseBackend implements LeaseBackend {

  private static final Cause CLOSED = Cause.of(Cause.Kind.CLOSED, "the backend is closed");

  private final BackendTraits traits;
  private final LeaseClock clock;
  private final EtcdLinks links;
  private final EtcdSteps steps;
  private final StoreLeases leases;
  private final Attempts attempts;
  private final EtcdRenewals renewals;
  private final EtcdWatches watches;

  EtcdLeaseBackend(BackendTraits traits, LeaseClock clock, EtcdLinks links, EtcdKeys keys) {
    this.traits = traits;
    this.clock = clock;
    this.links = links;
    this.steps = new EtcdSteps(links, keys);
    this.leases = new StoreLeases(links, clock);
    this.attempts = new Attempts(clock);
    this.renewals = new EtcdRenewals(steps, clock);
    this.watches = new EtcdWatches(links, clock);
    links.onReplaced(watches::replaced);
    links.onAnswered(watches::mend);
  }

  @Override
  public BackendTraits traits() {
    return traits;
  }

  private Bound bound() {
    return Bound.of(clock, traits.callTimeout());
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    Bound bound = bound();
    StoreLeases.Taken taken;
    try {
      taken = leases.take(bound, attempt.owner(), attempt.ttl().toSeconds());
    } catch (CallFailedException e) {
      return new AcquireOutcome.Refused(fault(e).cause()); // the key was not asked for
    }
    try {
      return acquire(bound, attempt, taken);
    } catch (CallFailedException e) {
      if (!EtcdFault.isLeaseGone(e)) {
        return notAcquired(attempt, taken.lease(), e);
      }
    }
    // It ran out before its time, at a leader's whim: once more with a new one.
    attempts.end(attempt.owner());
    try {
      taken =
          new StoreLeases.Taken(leases.fresh(bound, attempt.owner(), attempt.ttl().toSeconds()), 0);
    } catch (CallFailedException e) {
      return new AcquireOutcome.Refused(fault(e).cause());
    }
    try {
      return acquire(bound, attempt, taken);
    } catch (CallFailedException e) {
      return notAcquired(attempt, taken.lease(), e);
    }
  }

  private AcquireOutcome notAcquired(
      AcquireAttempt attempt, StoreLease lease, CallFailedException e) {
    EtcdFault fault = fault(e);
    if (!fault.refused()) {
      lease.retire();
      return new AcquireOutcome.Unknown(fault.cause());
    }
    attempts.end(attempt.owner());
    if (!EtcdFault.isLeaseGone(e)) {
      leases.giveBack(lease, attempt.owner());
    }
    return new AcquireOutcome.Refused(fault.cause());
  }

  private AcquireOutcome acquire(Bound bound, AcquireAttempt attempt, StoreLeases.Taken taken)
      throws CallFailedException {
    StoreLease lease = taken.lease();
    EtcdRecord record = EtcdRecord.held(attempt.owner(), lease.ttlSeconds(), attempt.metadata());
    if (!attempts.begin(attempt.owner(), lease)) {
      leases.giveBack(lease, attempt.owner());
      return new AcquireOutcome.Refused(
          Cause.of(Cause.Kind.UNAVAILABLE, "this attempt was abandoned before it ran"));
    }
    TxnResponse answer =
        steps.txn(bound, Requests.acquire(steps.key(attempt.name()), record.toBytes(), lease.id()));
    if (!answer.getSucceeded()) {
      attempts.end(attempt.owner());
      leases.giveBack(lease, attempt.owner());
      return busy(attempt, answer);
    } else if (taken.term() != 0 && taken.term() != answer.getHeader().getRaftTerm()) {
      lease.retire();
      return new AcquireOutcome.Unknown(
          Cause.of(
              Cause.Kind.UNAVAILABLE,
              "another leader was elected while the store lease was kept alive"));
    }
    long token = answer.getHeader().getRevision();
    Grant grant =
        new Grant(
            attempt.name(),
            attempt.owner(),
            Duration.ofSeconds(lease.ttlSeconds()),
            token,
            new EtcdHold(this, attempt.owner(), token, lease, record));
    return token > attempt.fenceFloor()
        ? new AcquireOutcome.Granted(
            grant, Duration.ofNanos(Math.max(0, bound.begin() - lease.aliveSince())))
        : belowFloor(bound, grant, attempt.fenceFloor());
  }

  private AcquireOutcome busy(AcquireAttempt attempt, TxnResponse answer) {
    Optional<KeyValue> seen = EtcdSteps.seen(answer, 0);
    Optional<HolderInfo> holder = seen.flatMap(kv -> EtcdSteps.holder(attempt.name(), kv));
    if (holder.isEmpty()) {
      return new AcquireOutcome.Refused(EtcdRevocation.noLease(steps, attempt.name()));
    }
    if (attempt.waits()) {
      watches.busy(steps.key(attempt.name()), answer.getHeader().getRevision());
    }
    return new AcquireOutcome.Busy(holder.get());
  }

  /** The store was replaced by one that is behind: its tokens prove nothing to who saw higher. */
  private AcquireOutcome belowFloor(Bound bound, Grant grant, long floor) {
    Cause cause =
        Cause.of(
            Cause.Kind.MISCONFIGURED,
            "the store's revision "
                + grant.fencingToken()
                + " is not above the token "
                + floor
                + " that this client has seen; was the store set back, or has the client seen tokens"
                + " of another one?");
    return release(bound, grant) instanceof ReleaseOutcome.Released
        ? new AcquireOutcome.Refused(cause)
        : new AcquireOutcome.Unknown(cause);
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return renewAllIfOwner(List.of(grant)).get(0);
  }

  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    try {
      return renewals.renew(bound(), grants);
    } catch (CallFailedException e) {
      EtcdFault fault = fault(e);
      return Collections.nCopies(
          grants.size(),
          fault.refused()
              ? new RenewOutcome.Refused(fault.cause())
              : new RenewOutcome.Unknown(fault.cause()));
    }
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    return release(bound(), grant);
  }

  private ReleaseOutcome release(Bound bound, Grant grant) {
    Optional<EtcdHold> known = EtcdHold.of(grant);
    try {
      if (known.isEmpty()) { // not the acquisition that the token belongs to
        return new ReleaseOutcome.NotOwner(
            steps.read(bound, grant.name()).isEmpty()
                ? NotOwnerReason.ABSENT
                : NotOwnerReason.FOREIGN);
      }
      TxnResponse answer = steps.txn(bound, Requests.release(steps.key(grant.name()), known.get()));
      return released(grant, known.get(), answer);
    } catch (CallFailedException e) {
      EtcdFault fault = fault(e);
      if (!fault.refused()) {
        known.ifPresent(hold -> hold.lease().retire());
        return new ReleaseOutcome.Unknown(fault.cause());
      }
      return new ReleaseOutcome.Refused(fault.cause());
    }
  }

  /** Answers are definite: nothing is under way with the store lease but keepalives. */
  private ReleaseOutcome released(Grant grant, EtcdHold hold, TxnResponse answer) {
    TxnResponse marked = answer.getSucceeded() ? answer : answer.getResponses(0).getResponseTxn();
    attempts.end(grant.owner());
    if (marked.getSucceeded()) {
      if (hold.client() == this) {
        leases.giveBack(hold.lease(), grant.owner());
      }
      return new ReleaseOutcome.Released();
    }
    hold.lease().retire();
    return new ReleaseOutcome.NotOwner(
        EtcdSteps.seen(marked, 0).isEmpty() ? NotOwnerReason.ABSENT : NotOwnerReason.FOREIGN);
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    try {
      return new EtcdAbandonment(steps, leases, attempts).abandon(bound(), attempt);
    } catch (CallFailedException e) {
      EtcdFault fault = fault(e);
      return fault.refused()
          ? new AbandonOutcome.Refused(fault.cause())
          : new AbandonOutcome.Unknown(fault.cause());
    }
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    RevokeOutcome outcome = new EtcdRevocation(steps, leases).revoke(bound(), name, now);
    return outcome instanceof RevokeOutcome.Refused && links.isClosed()
        ? new RevokeOutcome.Refused(CLOSED)
        : outcome;
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    Bound bound = bound();
    try {
      Optional<KeyValue> seen = steps.read(bound, name);
      if (seen.isEmpty()) {
        return Optional.empty();
      }
      Optional<HolderInfo> holder = EtcdSteps.holder(name, seen.get());
      if (holder.isPresent()) {
        return holder;
      }
    } catch (CallFailedException e) {
      throw new BackendUnavailableException("the read of lease \"" + name + "\"", fault(e).cause());
    }
    throw new BackendUnavailableException(
        "the read of lease \"" + name + "\"", EtcdRevocation.noLease(steps, name));
  }

  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    return watches.onVacant(steps.key(name), hint);
  }

  @Override
  public Subscription onSuspect(SuspectListener listener) {
    return Subscription.NONE;
  }

  /** How many store leases wait for their next key; for tests. */
  int idleStoreLeases() {
    return leases.idleCount();
  }

  @Override
  public void close() {
    watches.close();
    links.close();
  }

  private EtcdFault fault(CallFailedException e) {
    return links.isClosed() ? new EtcdFault(!e.sent(), CLOSED) : EtcdFault.of(e);
  }
}
