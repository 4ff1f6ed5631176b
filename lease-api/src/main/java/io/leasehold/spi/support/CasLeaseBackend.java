package io.leasehold.spi.support;

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
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A conformant backend on any linearizable compare-and-set register, without any clock of the
 * store.
 *
 * <p><b>Holding.</b> The holder's renewals replace its record with the next version. Nobody else
 * writes while they come: a contender takes over only after it has itself watched one unchanged
 * version for that record's ttl, counted from the reply of the first read, and then by
 * compare-and-set on that version. The holder counted its ttl from before the write that the
 * contender saw, so it has stopped first (G1, G2).
 *
 * <p><b>Rising tokens.</b> A release writes "vacant" and keeps the counter; nothing is ever deleted
 * (G5).
 *
 * <p><b>Late writes.</b> No record ever comes twice, so a compare-and-set that is still under way
 * fails as soon as the record it expects was replaced (G4). That is what {@link #abandon} makes
 * sure of.
 *
 * <p>Thread-safe. Keep one instance per client for as long as the client lives: what it has watched
 * is in its memory. A process that asks once and ends never takes over from a dead holder
 * (takeoverNeedsObserver). An attempt is abandoned through the instance that sent it.
 */
public final class CasLeaseBackend implements LeaseBackend {

  private final CasRegister register;
  private final BackendTraits traits;
  private final LeaseClock clock;
  private final Supplier<OwnerToken> writeIds;
  private final WatchTable watches = new WatchTable();
  private final CasContender contender = new CasContender(watches);
  private final CasOwner owner;
  private volatile boolean closed;

  /**
   * A backend that owns {@code register} and closes it.
   *
   * @param register whose steps keep to {@link #stepTimeout} of the traits' call timeout
   * @param traits made from {@link #traits(String, Duration)}
   * @param clock the clock to watch with
   * @throws IllegalArgumentException if the traits claim what this class cannot keep
   */
  public CasLeaseBackend(CasRegister register, BackendTraits traits, LeaseClock clock) {
    this(register, traits, clock, OwnerToken::random);
  }

  /** Visible for tests, which repeat a run with the same ids. */
  CasLeaseBackend(
      CasRegister register, BackendTraits traits, LeaseClock clock, Supplier<OwnerToken> writeIds) {
    this.register = register;
    this.traits = CasTraits.check(traits);
    this.clock = clock;
    this.writeIds = writeIds;
    this.owner = new CasOwner(writeIds);
  }

  /**
   * Starts the declaration of a backend on this class, with everything that the class implies: the
   * ttl is judged by a contender that watches; a contender that asks without pause takes over at
   * the latest two calls after the ttl (one to see the last version, one to take it); batches of 1.
   * The author adds what the store decides: the range of the ttl, the faults that break exclusion
   * or fencing, whether grants survive a restart, whether there are hints.
   *
   * @param backend see {@link BackendTraits#of}
   * @param callTimeout see {@link BackendTraits#of}
   */
  public static BackendTraits.Draft traits(String backend, Duration callTimeout) {
    return CasTraits.draft(backend, callTimeout);
  }

  /**
   * Within which a step of the register has to return: two fifths of the call timeout. So the two
   * steps that a call may need always fit, and a fifth is left for everything else.
   */
  public static Duration stepTimeout(Duration callTimeout) {
    return callTimeout.multipliedBy(2).dividedBy(5);
  }

  @Override
  public BackendTraits traits() {
    return traits;
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    return closed
        ? new AcquireOutcome.Refused(closedCause())
        : contender.acquire(call(attempt.name()), attempt);
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return closed
        ? new RenewOutcome.Refused(closedCause())
        : owner.renew(call(grant.name()), grant);
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    return closed
        ? new ReleaseOutcome.Refused(closedCause())
        : owner.release(call(grant.name()), grant);
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    return closed
        ? new AbandonOutcome.Refused(closedCause())
        : contender.abandon(call(attempt.name()), attempt);
  }

  /**
   * {@inheritDoc}
   *
   * <p>A record whose holder is dead counts as held until somebody takes it over: revoking it now
   * saves the contenders the wait.
   */
  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    if (closed) {
      return new RevokeOutcome.Refused(closedCause());
    }
    CasCall call = call(name);
    RevokeOutcome outcome = new CasRevocation(call, writeIds).revoke(now);
    return outcome != null ? outcome : new RevokeOutcome.Refused(call.overtaken());
  }

  /**
   * {@inheritDoc}
   *
   * <p>What is left of the ttl is known only of a version that this client has been watching, by
   * this call or by acquire; such a record counts as nobody's when it was watched for its ttl.
   */
  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    if (closed) {
      throw new BackendUnavailableException("the holder of lease " + name, closedCause());
    }
    CasCall call = call(name);
    CasRead read = call.read();
    if (read instanceof CasRead.Failed failed) {
      throw new BackendUnavailableException("the holder of lease " + name, failed.cause());
    }
    return contender
        .holder(call, CasContender.recordOf(read))
        .map(watch -> watch.record().info(name.value(), watch.remaining()));
  }

  @Override
  public Object renewalDomain(Grant grant) {
    return register.renewalDomain(grant.name());
  }

  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    return closed ? Subscription.NONE : register.onVacant(name, hint);
  }

  @Override
  public void close() {
    closed = true;
    register.close();
  }

  private CasCall call(LeaseName name) {
    return new CasCall(register, clock, name, traits.callTimeout());
  }

  private Cause closedCause() {
    return Cause.of(Cause.Kind.CLOSED, "backend \"" + traits.backend() + "\" is closed");
  }
}
