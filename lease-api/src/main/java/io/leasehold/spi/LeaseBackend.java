package io.leasehold.spi;

import io.leasehold.HolderInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A store, seen as the few steps that a lease needs.
 *
 * <p>Each method makes one attempt and blocks until it has an answer, at most {@link
 * BackendTraits#callTimeout()} (G7): no retries, no loops, no waiting threads inside, and driver
 * retries switched off. All methods are thread-safe. They report faults as values: an exception
 * that escapes is taken as {@code Unknown}, and never means "not yours". Each of acquire, renew,
 * release and abandon is one atomic step at the store, conditional on the owner token of that very
 * acquisition; a step that is refused or finds another owner leaves the record unchanged to the
 * byte (G4).
 *
 * <p>A call made with the thread's interrupt flag set, or interrupted while it blocks, may give up:
 * then it answers {@code Unknown} (or {@code Refused}, if nothing was sent) and keeps the flag.
 */
public interface LeaseBackend extends AutoCloseable {

  /** What this backend declares of itself; fixed after connecting. */
  BackendTraits traits();

  /**
   * Takes the name for {@code attempt.owner()} if nobody owns it now, with an expiry, in one step.
   *
   * <p>An expired grant does not count as an owner, at the latest {@link
   * BackendTraits#takeoverLag()} after its ttl and never before it. The attempt's own owner holding
   * it already is Busy and changes nothing.
   */
  AcquireOutcome acquire(AcquireAttempt attempt);

  /**
   * Lets the grant's own full ttl run again from now, if this acquisition still owns the name.
   * Never extends a stranger, never creates a record, never shortens.
   */
  RenewOutcome renewIfOwner(Grant grant);

  /** Frees the name at once, if this acquisition still owns it. */
  ReleaseOutcome releaseIfOwner(Grant grant);

  /**
   * Gives up an attempt whose outcome is not known: frees what it got, and makes sure that a copy
   * still under way can never become a grant. Repeated by the engine until it answers {@link
   * AbandonOutcome.Abandoned}; harmless for an attempt that never ran.
   *
   * <p>It is called on the same backend object as the acquire, which may therefore keep what it
   * knows of its own attempts. After a restart of the process nobody abandons: what was got then
   * ends with its ttl.
   */
  AbandonOutcome abandon(AcquireAttempt attempt);

  /**
   * Takes the name from its holder.
   *
   * @param name the lease
   * @param now false: the record is marked, renewals are answered NotOwner(REVOKED), and the name
   *     is vacant when the holder lets go or its ttl ends; true: the record is deleted at once, and
   *     exclusion is broken for as long as the holder does not notice
   * @return {@code Absent} if the store knows of no live grant; a store that cannot tell a dead
   *     holder from a live one ({@link BackendTraits#takeoverNeedsObserver()}) answers {@code
   *     Revoked} for both
   */
  RevokeOutcome revoke(LeaseName name, boolean now);

  /**
   * Who holds the name; a linearizable read that renews nothing.
   *
   * @return empty if nobody does
   * @throws BackendUnavailableException if the store did not answer within the bound
   */
  Optional<HolderInfo> holder(LeaseName name);

  /**
   * Renews several grants of one {@link #renewalDomain}, at most {@link BackendTraits#maxBatch()},
   * within one call timeout. One poisoned record harms no other.
   *
   * @return one outcome per grant, in their order
   */
  default List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    List<RenewOutcome> outcomes = new ArrayList<>(grants.size());
    for (Grant grant : grants) {
      outcomes.add(renewIfOwner(grant));
    }
    return outcomes;
  }

  /**
   * What stands or falls together (a node, an owner member, a session): batches never mix domains,
   * and each domain has its own lane, so that a frozen one delays no other (G10). Cheap, local;
   * compared with equals.
   *
   * @param grant a grant of this backend, or what stands for an attempt that has no answer yet:
   *     then its token is 0 and it has no cookie
   */
  default Object renewalDomain(Grant grant) {
    return "";
  }

  /**
   * Asks for a hint when the name may have become free. Hints may be lost, late or false; the
   * engine polls besides.
   *
   * @param name the lease
   * @param hint returns at once; may be called on any thread
   */
  default Subscription onVacant(LeaseName name, Runnable hint) {
    return Subscription.NONE;
  }

  /** Asks for pushed doubts about this backend's grants. */
  default Subscription onSuspect(SuspectListener listener) {
    return Subscription.NONE;
  }

  /**
   * Ends the connection; bounded, idempotent. Releases nothing by itself except what the store ties
   * to the connection. Later calls are answered Refused(CLOSED).
   */
  @Override
  void close();
}
