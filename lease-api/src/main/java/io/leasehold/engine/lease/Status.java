package io.leasehold.engine.lease;

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
public record Status(
    LeaseState state,
    long sentAt,
    long validUntil,
    @Nullable RenewalFlight flight,
    @Nullable Loss loss) {

  /** Whether the lease may still be valid: neither released nor lost nor on its way there. */
  public boolean isOpen() {
    return state == LeaseState.HELD || state == LeaseState.SUSPECT || state == LeaseState.OVERDUE;
  }

  /** Whether renewals may still be sent. */
  public boolean isRenewable() {
    return state == LeaseState.HELD || state == LeaseState.SUSPECT;
  }

  /** Whether validity has ended by the clock although nobody has noticed yet. */
  public boolean hasLapsed(long now) {
    return isOpen() && now - validUntil >= 0;
  }

  /** The newest renewal under way, if its call has not returned yet. */
  public @Nullable RenewalFlight unanswered() {
    return flight == null || flight.hasLanded() ? null : flight;
  }

  public Status in(LeaseState next) {
    return new Status(next, sentAt, validUntil, flight, loss);
  }

  public Status with(@Nullable RenewalFlight next) {
    return new Status(state, sentAt, validUntil, next, loss);
  }

  public Status lost(LeaseState next, Loss why) {
    return new Status(next, sentAt, validUntil, flight, why);
  }
}
