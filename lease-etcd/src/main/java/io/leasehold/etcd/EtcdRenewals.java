package io.leasehold.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.TxnResponse;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Renewal: all keepalives at once on one stream, and then one read of all keys that the leader
 * confirms.
 *
 * <p>A keepalive proves little by itself: a leader that has been replaced without knowing it
 * answers too, and the new one does not know of it. The term of a keepalive's answer is taken
 * before the keepalive is carried out, that of the read after it is confirmed. If they are equal,
 * no other leader was elected in between, and every later one begins with the full ttl.
 */
final class EtcdRenewals {

  private final EtcdSteps steps;
  private final LeaseClock clock;

  EtcdRenewals(EtcdSteps steps, LeaseClock clock) {
    this.steps = steps;
    this.clock = clock;
  }

  /** Of a grant that was let go the store lease may carry another key: it is left alone. */
  private static Optional<EtcdHold> alive(Grant grant) {
    return EtcdHold.of(grant).filter(hold -> hold.lease().isUsedBy(grant.owner()));
  }

  /** One outcome per grant, in their order. */
  List<RenewOutcome> renew(Bound bound, List<Grant> grants) throws CallFailedException {
    List<Optional<EtcdHold>> holds = grants.stream().map(EtcdRenewals::alive).toList();
    Map<StoreLease, StoreLease.Answered> answered = new HashMap<>();
    List<EtcdHold> asked = new ArrayList<>();
    for (EtcdHold hold : holds.stream().flatMap(Optional::stream).toList()) {
      StoreLease.Answered lately = lately(hold.lease());
      if (lately == null) {
        asked.add(hold);
      } else {
        answered.put(hold.lease(), lately);
      }
    }
    Map<StoreLease, CallFailedException> failed = keepAlive(bound, asked, answered);
    if (answered.isEmpty() && !failed.isEmpty()) {
      throw failed.values().iterator().next();
    }
    List<ByteString> keys = grants.stream().map(grant -> steps.key(grant.name())).toList();
    TxnResponse read;
    try {
      read = steps.txn(bound, Requests.read(keys));
    } catch (CallFailedException e) {
      throw new CallFailedException(!asked.isEmpty() || e.sent(), e.status());
    }
    List<RenewOutcome> outcomes = new ArrayList<>(grants.size());
    for (int i = 0; i < holds.size(); i++) {
      Optional<KeyValue> seen = EtcdSteps.seen(read, i);
      outcomes.add(
          holds
              .get(i)
              .map(
                  hold ->
                      judge(
                          bound,
                          hold,
                          seen,
                          failed.get(hold.lease()),
                          answered.get(hold.lease()),
                          read.getHeader().getRaftTerm()))
              .orElseGet(
                  () ->
                      new RenewOutcome.NotOwner(
                          seen.isEmpty() ? NotOwnerReason.ABSENT : NotOwnerReason.FOREIGN)));
    }
    return outcomes;
  }

  /**
   * A keepalive that was answered lately, and whose read has failed. Then the read alone is tried
   * again: on a slow way both together would be too much for one call each time.
   */
  private StoreLease.@Nullable Answered lately(StoreLease lease) {
    StoreLease.Answered answered = lease.answered();
    return answered != null
            && clock.nanos() - answered.sentAt()
                < Duration.ofSeconds(lease.ttlSeconds()).toNanos() / 2
        ? answered
        : null;
  }

  /** Adds the answers; what failed. */
  private Map<StoreLease, CallFailedException> keepAlive(
      Bound bound, List<EtcdHold> asked, Map<StoreLease, StoreLease.Answered> answered)
      throws CallFailedException {
    Map<StoreLease, CallFailedException> failed = new HashMap<>();
    if (asked.isEmpty()) {
      return failed;
    }
    long sentAt = clock.nanos();
    List<EtcdLinks.KeptAlive> kept =
        steps.keepAlive(bound, asked.stream().map(hold -> hold.lease().id()).toList());
    for (int i = 0; i < asked.size(); i++) {
      StoreLease lease = asked.get(i).lease();
      EtcdLinks.KeptAlive one = kept.get(i);
      one.answer()
          .filter(answer -> answer.getTTL() > 0)
          .ifPresent(
              answer ->
                  answered.put(lease, lease.answered(sentAt, answer.getHeader().getRaftTerm())));
      one.failure().ifPresent(e -> failed.put(lease, e));
      if (one.failure().filter(CallFailedException::sent).isPresent()) {
        lease.retire(); // what is under way still must not meet the lease's next key
      }
    }
    return failed;
  }

  private static RenewOutcome judge(
      Bound bound,
      EtcdHold hold,
      Optional<KeyValue> seen,
      @Nullable CallFailedException failure,
      StoreLease.@Nullable Answered answered,
      long term) {
    StoreLease lease = hold.lease();
    Optional<NotOwnerReason> lost = notOwner(hold, seen);
    if (lost.isPresent()) {
      lease.retire();
      return new RenewOutcome.NotOwner(lost.get());
    }
    if (failure != null) {
      return failed(failure);
    } else if (answered == null) {
      return new RenewOutcome.Unknown(
          Cause.of(
              Cause.Kind.UNAVAILABLE,
              "the key is there, but its store lease is said to have ended; it may just be ending"));
    }
    lease.judged(answered);
    if (answered.term() != term) {
      return new RenewOutcome.Unknown(
          Cause.of(
              Cause.Kind.UNAVAILABLE,
              "another leader was elected meanwhile: raft term "
                  + answered.term()
                  + " at the keepalive, "
                  + term
                  + " at the read"));
    }
    lease.keptAlive(answered.sentAt());
    return new RenewOutcome.Renewed(
        Duration.ofNanos(Math.max(0, bound.begin() - answered.sentAt())));
  }

  static RenewOutcome failed(CallFailedException e) {
    EtcdFault fault = EtcdFault.of(e);
    return fault.refused()
        ? new RenewOutcome.Refused(fault.cause())
        : new RenewOutcome.Unknown(fault.cause());
  }

  /** Why it is not the owner's any more; empty if it is. */
  static Optional<NotOwnerReason> notOwner(EtcdHold hold, Optional<KeyValue> seen) {
    if (seen.isEmpty()) {
      return Optional.of(NotOwnerReason.ABSENT);
    }
    KeyValue kv = seen.get();
    if (kv.getCreateRevision() != hold.revision()) {
      return Optional.of(NotOwnerReason.FOREIGN);
    } else if (kv.getValue().equals(hold.revokedValue())) {
      return Optional.of(NotOwnerReason.REVOKED);
    }
    return kv.getValue().equals(hold.value()) && kv.getLease() == hold.lease().id()
        ? Optional.empty()
        : Optional.of(NotOwnerReason.FOREIGN);
  }
}
