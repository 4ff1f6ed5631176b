package io.leasehold.tck.rule;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.history.CallText;
import java.time.Duration;

/**
 * A grant together with the client that got it and the times between which the store's ttl began:
 * not before {@link #sentAt()}, not after {@link #ackedAt()}. Thread-safe.
 */
public final class Held {

  private final Client client;
  private final AcquireAttempt attempt;
  private final Grant grant;
  private volatile long sentAt;
  private volatile long ackedAt;

  Held(Client client, AcquireAttempt attempt, Grant grant, long sentAt, long ackedAt) {
    this.client = client;
    this.attempt = attempt;
    this.grant = grant;
    this.sentAt = sentAt;
    this.ackedAt = ackedAt;
  }

  /** Who holds it. */
  public Client client() {
    return client;
  }

  /** The attempt that was granted. */
  public AcquireAttempt attempt() {
    return attempt;
  }

  /** What was granted. */
  public Grant grant() {
    return grant;
  }

  /** The name held. */
  public LeaseName name() {
    return grant.name();
  }

  /** The grant's fencing token. */
  public long token() {
    return grant.fencingToken();
  }

  /** The granted ttl. */
  public Duration ttl() {
    return grant.ttl();
  }

  /** From when the latest acknowledged ttl provably runs: send of the call minus its age. */
  public long sentAt() {
    return sentAt;
  }

  /** When the latest acknowledged acquire or renewal had its answer. */
  public long ackedAt() {
    return ackedAt;
  }

  /**
   * Renews once.
   *
   * @throws RuleStop.Inconclusive if the answer is not definite
   */
  public RenewOutcome renew() {
    long begin = client.clock().nanos();
    RenewOutcome outcome = client.definite(client.call(() -> client.spi().renewIfOwner(grant)));
    if (outcome instanceof RenewOutcome.Renewed renewed) {
      renewed(begin - renewed.age().toNanos());
    }
    return outcome;
  }

  /** Notes a renewal that was acknowledged just now, for instance in a batch. */
  void renewed(long from) {
    sentAt = from;
    ackedAt = client.clock().nanos();
  }

  /**
   * Releases once.
   *
   * @throws RuleStop.Inconclusive if the answer is not definite
   */
  public ReleaseOutcome release() {
    return client.definite(client.call(() -> client.spi().releaseIfOwner(grant)));
  }

  /**
   * Abandons the attempt until that is certain.
   *
   * @throws RuleStop.Inconclusive if it does not become certain
   */
  public void abandon() {
    client.abandon(attempt);
  }

  @Override
  public String toString() {
    return "the grant of client " + client + " (" + CallText.of(grant) + ")";
  }
}
