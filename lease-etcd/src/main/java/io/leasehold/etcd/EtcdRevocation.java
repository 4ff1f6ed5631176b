package io.leasehold.etcd;

import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.RevokeOutcome;
import java.util.Optional;

/**
 * Revocation. The key is bound to a fresh store lease of the same ttl that nobody keeps alive:
 * marking it in place would let the keepalive of a refused renewal hold the name on. Who is to be
 * revoked is read first, and only that record may be hit, however late.
 */
final class EtcdRevocation {

  private static final int TRIES = 3;

  private final EtcdSteps steps;
  private final StoreLeases leases;

  EtcdRevocation(EtcdSteps steps, StoreLeases leases) {
    this.steps = steps;
    this.leases = leases;
  }

  RevokeOutcome revoke(Bound bound, LeaseName name, boolean now) {
    try {
      for (int tries = 0; tries < TRIES; tries++) {
        Optional<KeyValue> seen = steps.read(bound, name);
        if (seen.isEmpty()) {
          return new RevokeOutcome.Absent();
        }
        Optional<EtcdRecord> record = EtcdRecord.read(seen.get().getValue());
        if (record.isEmpty() || seen.get().getLease() == 0) {
          return new RevokeOutcome.Refused(noLease(steps, name));
        }
        Optional<RevokeOutcome> outcome = revoke(bound, name, now, seen.get(), record.get());
        if (outcome.isPresent()) {
          return outcome.get();
        }
      }
    } catch (CallFailedException e) { // nothing but reads and a store lease without a key
      Cause cause = EtcdFault.of(e).cause();
      return new RevokeOutcome.Refused(
          new Cause(cause.kind(), "nothing was revoked yet: " + cause.message(), cause.error()));
    }
    return new RevokeOutcome.Refused(
        Cause.of(
            Cause.Kind.OVERLOADED,
            "lease \"" + name + "\" changed hands " + TRIES + " times during the call"));
  }

  /** Empty if the record has changed since it was read. */
  private Optional<RevokeOutcome> revoke(
      Bound bound, LeaseName name, boolean now, KeyValue seen, EtcdRecord record)
      throws CallFailedException {
    if (!now && record.revoked()) {
      return Optional.of(new RevokeOutcome.Revoked(seen.getModRevision())); // its ttl runs on
    }
    TxnRequest request =
        now
            ? Requests.deleteUnchanged(steps.key(name), seen.getModRevision())
            : Requests.rebindUnchanged(
                steps.key(name),
                seen.getModRevision(),
                record.asRevoked().toBytes(),
                leases.fresh(bound, OwnerToken.random(), record.ttlSeconds()).id());
    try {
      TxnResponse answer = steps.txn(bound, request);
      return answer.getSucceeded()
          ? Optional.of(new RevokeOutcome.Revoked(answer.getHeader().getRevision()))
          : Optional.empty();
    } catch (CallFailedException e) {
      EtcdFault fault = EtcdFault.of(e);
      return Optional.of(
          fault.refused()
              ? new RevokeOutcome.Refused(fault.cause())
              : new RevokeOutcome.Unknown(fault.cause()));
    }
  }

  static Cause noLease(EtcdSteps steps, LeaseName name) {
    return Cause.of(
        Cause.Kind.MISCONFIGURED,
        "key "
            + steps.shown(name)
            + " holds a value that is no lease; delete it or choose another namespace");
  }
}
