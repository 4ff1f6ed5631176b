package io.leasehold.engine;

import io.leasehold.LeaseState;
import io.leasehold.Loss;
import org.jspecify.annotations.Nullable;

/**
 * Everything about a lease that can change, in one immutable value: a reader sees one moment, and
 * every change is one compare-and-set from the value it was decided on.
 *
 * @param state where the lease stands
 * @param sentAt when the newest confirmed write left (less its age)
 * @param validUntil the end of local validity
 * @param flight the newest renewal under way, if any
 * @param loss why it was lost; present if and only if the state is LOST
 */
record Status(
    LeaseState state,
    long sentAt,
    long validUntil,
    @Nullable RenewalFlight flight,
    @Nullable Loss loss) {

  /** Whether the lease may still be valid: neither released nor lost nor on its way there. */
  boolean isOpen() {
    return state == LeaseState.HELD || state == LeaseState.SUSPECT || state == LeaseState.OVERDUE;
  }

  /** Whether renewals may still be sent. */
  boolean isRenewable() {
    return state == LeaseState.HELD || state == LeaseState.SUSPECT;
  }

  /** Whether validity has ended by the clock although nobody has noticed yet. */
  boolean hasLapsed(long now) {
    return isOpen() && now - validUntil >= 0;
  }

  Status in(LeaseState next) {
    return new Status(next, sentAt, validUntil, flight, loss);
  }

  Status with(@Nullable RenewalFlight next) {
    return new Status(state, sentAt, validUntil, next, loss);
  }

  Status lost(LeaseState next, Loss why) {
    return new Status(next, sentAt, validUntil, flight, why);
  }
}
