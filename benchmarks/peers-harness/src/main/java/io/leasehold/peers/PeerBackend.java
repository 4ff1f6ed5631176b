package io.leasehold.peers;

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
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The way to a store that a library's client is to take, and the store's own word about it. It
 * takes no lease: that is the library's business. Thread-safe.
 */
final class PeerBackend implements LeaseBackend {

  private static final Cause NOT_HERE =
      Cause.of(Cause.Kind.MISCONFIGURED, "the library takes its locks by itself");

  private final Peer peer;
  private final String host;
  private final int port;
  private final BackendTraits traits;
  private final RedisRecords records;

  PeerBackend(Peer peer, String host, int port, Duration callTimeout) {
    this.peer = peer;
    this.host = host;
    this.port = port;
    this.traits = BackendTraits.of(peer.id(), callTimeout).grantsSurviveRestart(false).build();
    this.records = new RedisRecords(host, port, callTimeout);
  }

  Peer peer() {
    return peer;
  }

  /** A client of the library on this way. */
  PeerLocks connect(Duration ttl, Duration poll) {
    return peer.connect(new Peer.Setup(host, port, ttl, traits.callTimeout(), poll));
  }

  @Override
  public BackendTraits traits() {
    return traits;
  }

  /** Only where the record tells one acquisition from another. */
  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    if (!peer.has().contains(Has.STORE_RECORD)) {
      throw new BackendUnavailableException(
          "holder", Cause.of(Cause.Kind.UNAVAILABLE, Has.STORE_RECORD.lack()));
    }
    return records
        .look(peer.key(name.value()))
        .map(
            record ->
                new HolderInfo(
                    name.value(),
                    PeerLease.owner(record.owner()),
                    0,
                    Optional.of(record.remaining()),
                    false,
                    Map.of()));
  }

  @Override
  public void close() {
    records.close();
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    return new AcquireOutcome.Refused(NOT_HERE);
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return new RenewOutcome.Refused(NOT_HERE);
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    return new ReleaseOutcome.Refused(NOT_HERE);
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    return new AbandonOutcome.Refused(NOT_HERE);
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    return new RevokeOutcome.Refused(NOT_HERE);
  }
}
