package io.leasehold.etcd;

import io.etcd.jetcd.api.KeyValue;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.Cause;
import java.util.Optional;

/**
 * Gives up an attempt: its store lease is revoked, which deletes what it got and makes a copy that
 * is still under way fail; one that has not been sent yet is never sent. What is left is a record
 * that was bound to another store lease meanwhile, by a revocation.
 */
final class EtcdAbandonment {

  private final EtcdSteps steps;
  private final StoreLeases leases;
  private final Attempts attempts;

  EtcdAbandonment(EtcdSteps steps, StoreLeases leases, Attempts attempts) {
    this.steps = steps;
    this.leases = leases;
    this.attempts = attempts;
  }

  AbandonOutcome abandon(Bound bound, AcquireAttempt attempt) throws CallFailedException {
    Optional<StoreLease> lease = attempts.giveUp(attempt.owner());
    if (lease.isPresent() && lease.get().retireFrom(attempt.owner())) {
      leases.revoke(bound, lease.get());
    }
    Optional<KeyValue> left = steps.read(bound, attempt.name()).filter(kv -> isOf(attempt, kv));
    if (left.isPresent() && !deleted(bound, attempt, left.get())) {
      return new AbandonOutcome.Unknown(
          Cause.of(Cause.Kind.UNAVAILABLE, "its record was changed meanwhile"));
    }
    attempts.gone(attempt.owner());
    return new AbandonOutcome.Abandoned();
  }

  private static boolean isOf(AcquireAttempt attempt, KeyValue kv) {
    return EtcdRecord.read(kv.getValue())
        .filter(record -> record.owner().equals(attempt.owner().toString()))
        .isPresent();
  }

  private boolean deleted(Bound bound, AcquireAttempt attempt, KeyValue kv)
      throws CallFailedException {
    return steps
        .txn(bound, Requests.deleteUnchanged(steps.key(attempt.name()), kv.getModRevision()))
        .getSucceeded();
  }
}
