package io.leasehold;

import java.time.Duration;

/**
 * Something the engine did or saw.
 *
 * @param sequence rises by one per event of a client; a gap means that events were dropped
 * @param atNanos when it happened, on the client's clock
 * @param kind what happened; says which of the other fields mean something
 * @param leaseName the lease, empty for events of the client as a whole
 * @param group the request's group, empty if none
 * @param owner the acquisition attempt (32 hexadecimal digits), empty where there is none
 * @param fencingToken the grant's token, 0 before there is one
 * @param outcome a constant for programs; its values stand at the kind
 * @param took how long it took, or as the kind says
 * @param validUntilNanos the end of local validity after this event, on the client's clock; 0 where
 *     the kind does not change it
 * @param detail more, for people; may be empty
 */
public record LeaseEvent(
    long sequence,
    long atNanos,
    Kind kind,
    String leaseName,
    String group,
    String owner,
    long fencingToken,
    String outcome,
    Duration took,
    long validUntilNanos,
    String detail) {

  /** The kinds of event. */
  public enum Kind {
    /** An acquire call was accepted; outcome: ACQUIRE, TRY or ASYNC. */
    ACQUIRE_STARTED,
    /** An attempt is about to be sent. */
    ATTEMPT_SENT,
    /** An attempt was answered; outcome: GRANTED, BUSY, REFUSED, UNKNOWN; took: the call. */
    ATTEMPT_ANSWERED,
    /** The caller gets the lease; took: since ACQUIRE_STARTED. */
    ACQUIRED,
    /** The caller gets no lease; outcome: the error code's name; took: since ACQUIRE_STARTED. */
    ACQUIRE_FAILED,
    /** An abandon was answered; outcome: ABANDONED, REFUSED, UNKNOWN. */
    ABANDON_ANSWERED,
    /** A renewal is about to be sent. */
    RENEWAL_SENT,
    /** A renewal was answered; outcome: RENEWED, NOT_OWNER, REFUSED, UNKNOWN; took: the call. */
    RENEWAL_ANSWERED,
    /** The state changed; outcome: the new state. */
    STATE_CHANGED,
    /** Held longer than maxHold; took: the hold. */
    OVERDUE,
    /** Lost; outcome: the loss reason; took: the hold. */
    LOST,
    /** Release has begun; validity is over. */
    RELEASE_BEGUN,
    /** A release was answered; outcome: RELEASED, NOT_OWNER, REFUSED, UNKNOWN; took: the call. */
    RELEASE_ANSWERED,
    /** After the lease had ended, its name's fate became known; outcome as RELEASE_ANSWERED. */
    RELEASE_RESOLVED,
    /** The one terminal event of a lease; outcome: the terminal state; took: the hold. */
    ENDED,
    /** The listeners were called and whenEnded was completed. */
    SIGNALLED,
    /** A listener threw; detail: what. */
    LISTENER_FAILED,
    /** A signal had to wait for a thread. */
    SIGNAL_QUEUED,
    /** A signal was not delivered before the client had to close. */
    SIGNAL_DROPPED,
    /** A handle was collected without having been released; detail: where it was acquired. */
    HANDLE_ABANDONED,
    /** The backend raised a doubt; detail: what it saw. */
    SUSPECTED,
    /** The watchdog ran late; took: how late. */
    WATCHDOG_LATE,
    /** The machine had slept; took: how long. */
    MACHINE_SLEPT,
    /** The watchdog went on after an Error; detail: which. */
    ENGINE_HEALED,
    /** The client was closed; took: the close call. */
    CLIENT_CLOSED
  }
}
