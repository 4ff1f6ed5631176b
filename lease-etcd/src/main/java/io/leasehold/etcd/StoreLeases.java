package io.leasehold.etcd;

import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseKeepAliveResponse;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.OwnerToken;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The store leases of one client. One that has let go of its key is used again for the next key,
 * which saves a step that the members have to agree on; those that nobody takes run out at the
 * server. Thread-safe.
 */
final class StoreLeases {

  private static final int INTERVALS_PER_TTL = 3;
  private static final long NANOS = 1_000_000_000L;

  private final EtcdLinks links;
  private final LeaseClock clock;
  private final Map<Long, Deque<StoreLease>> idle = new ConcurrentHashMap<>();

  StoreLeases(EtcdLinks links, LeaseClock clock) {
    this.links = links;
    this.clock = clock;
  }

  /**
   * A lease without a key.
   *
   * @param term the raft term in which it was kept alive during this call, 0 if it was not
   */
  record Taken(StoreLease lease, long term) {}

  /** One that is younger than an interval, or was made so within the call. */
  Taken take(Bound bound, OwnerToken owner, long ttlSeconds) throws CallFailedException {
    Deque<StoreLease> some = idle.computeIfAbsent(ttlSeconds, ttl -> new ConcurrentLinkedDeque<>());
    StoreLease lease = some.pollFirst();
    if (lease != null && lease.useFor(owner)) {
      long age = clock.nanos() - lease.aliveSince();
      long ttl = ttlSeconds * NANOS;
      if (age < ttl / INTERVALS_PER_TTL) {
        return new Taken(lease, 0);
      } else if (age < ttl) {
        long sentAt = clock.nanos();
        EtcdLinks.KeptAlive kept = links.keepAlive(bound, List.of(lease.id())).get(0);
        if (kept.failure().isPresent()) {
          throw new CallFailedException(false, kept.failure().get().status());
        }
        LeaseKeepAliveResponse answer = kept.answer().orElseThrow();
        if (answer.getTTL() > 0) {
          lease.keptAlive(sentAt);
          return new Taken(lease, answer.getHeader().getRaftTerm());
        }
      } else {
        some.clear(); // the others are older
      }
    }
    return new Taken(fresh(bound, owner, ttlSeconds), 0);
  }

  /** A new one. Its number is chosen here, so that it is known even if the answer is lost. */
  StoreLease fresh(Bound bound, OwnerToken owner, long ttlSeconds) throws CallFailedException {
    long sentAt = clock.nanos();
    long id = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    LeaseGrantResponse answer =
        links.call(
            bound,
            LeaseGrpc.getLeaseGrantMethod(),
            LeaseGrantRequest.newBuilder().setID(id).setTTL(ttlSeconds).build());
    return new StoreLease(answer.getID(), answer.getTTL(), sentAt, owner);
  }

  /** The attempt has no key with it, or none any more. */
  void giveBack(StoreLease lease, OwnerToken owner) {
    if (!lease.letGo(owner)) {
      return;
    }
    Deque<StoreLease> some =
        idle.computeIfAbsent(lease.ttlSeconds(), ttl -> new ConcurrentLinkedDeque<>());
    some.addFirst(lease);
    StoreLease oldest = some.peekLast();
    if (oldest != null && clock.nanos() - oldest.aliveSince() >= lease.ttlSeconds() * NANOS) {
      some.removeLastOccurrence(oldest);
    }
  }

  /**
   * Ends it at the store, and with it the key that it carries; what is under way with it fails from
   * then on. Returns normally if it is certain.
   */
  void revoke(Bound bound, StoreLease lease) throws CallFailedException {
    try {
      links.call(
          bound,
          LeaseGrpc.getLeaseRevokeMethod(),
          LeaseRevokeRequest.newBuilder().setID(lease.id()).build());
    } catch (CallFailedException e) {
      if (!EtcdFault.isLeaseGone(e)) {
        throw e;
      }
    }
  }

  /** How many wait for their next key; for tests. */
  int idleCount() {
    return idle.values().stream().mapToInt(Deque::size).sum();
  }
}
