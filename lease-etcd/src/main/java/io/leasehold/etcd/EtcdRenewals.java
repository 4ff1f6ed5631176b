package io.leasehold.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.LeaseKeepAliveResponse;
import io.etcd.jetcd.api.TxnResponse;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.RenewOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    List<Long> leases =
        holds.stream().flatMap(Optional::stream).map(hold -> hold.lease().id()).toList();
    long sentAt = clock.nanos();
    List<EtcdLinks.KeptAlive> kept = leases.isEmpty() ? List.of() : steps.keepAlive(bound, leases);
    if (!kept.isEmpty() && kept.stream().allMatch(one -> one.failure().isPresent())) {
      throw retired(holds, kept.get(0).failure().orElseThrow());
    }
    List<ByteString> keys = grants.stream().map(grant -> steps.key(grant.name())).toList();
    TxnResponse read;
    try {
      read = steps.txn(bound, Requests.read(keys));
    } catch (CallFailedException e) {
      throw retired(holds, new CallFailedException(!kept.isEmpty(), e.status()));
    }
    List<RenewOutcome> outcomes = new ArrayList<>(grants.size());
    int next = 0;
    for (int i = 0; i < holds.size(); i++) {
      Optional<KeyValue> seen = EtcdSteps.seen(read, i);
      Optional<EtcdHold> hold = holds.get(i);
      outcomes.add(
          hold.isEmpty()
              ? new RenewOutcome.NotOwner(
                  seen.isEmpty() ? NotOwnerReason.ABSENT : NotOwnerReason.FOREIGN)
              : judge(hold.get(), seen, kept.get(next++), read.getHeader().getRaftTerm(), sentAt));
    }
    return outcomes;
  }

  /** A keepalive that is under way still must not meet the lease's next key. */
  private static CallFailedException retired(
      List<Optional<EtcdHold>> holds, CallFailedException e) {
    if (e.sent()) {
      holds.stream().flatMap(Optional::stream).forEach(hold -> hold.lease().retire());
    }
    return e;
  }

  private static RenewOutcome judge(
      EtcdHold hold, Optional<KeyValue> seen, EtcdLinks.KeptAlive kept, long term, long sentAt) {
    Optional<NotOwnerReason> lost = notOwner(hold, seen);
    if (lost.isPresent()) {
      hold.lease().retire();
      return new RenewOutcome.NotOwner(lost.get());
    } else if (kept.failure().isPresent()) {
      hold.lease().retire();
      return failed(kept.failure().get());
    }
    LeaseKeepAliveResponse answer = kept.answer().orElseThrow();
    if (answer.getTTL() <= 0) {
      return new RenewOutcome.Unknown(
          Cause.of(
              Cause.Kind.UNAVAILABLE,
              "the key is there, but its store lease is said to have ended; it may just be ending"));
    } else if (answer.getHeader().getRaftTerm() != term) {
      return new RenewOutcome.Unknown(
          Cause.of(
              Cause.Kind.UNAVAILABLE,
              "another leader was elected meanwhile: raft term "
                  + answer.getHeader().getRaftTerm()
                  + " at the keepalive, "
                  + term
                  + " at the read"));
    }
    hold.lease().keptAlive(sentAt);
    return RenewOutcome.Renewed.NOW;
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
