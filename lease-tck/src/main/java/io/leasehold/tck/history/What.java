package io.leasehold.tck.history;

/**
 * What an {@link Event} tells. The facts that belong to each stand beside it; times among them are
 * nanoseconds.
 */
public enum What {
  /** First of a history: scenario, seed, backend, callTimeout, lag, error, ttl, poll, margin. */
  SCENARIO,
  /** A line for people: text; of a contender with times of its own also callTimeout and ttl. */
  NOTE,
  /** A fault begins or ends: fault, target (a contender, or empty for the store), phase. */
  FAULT,
  /** A call leaves the engine for the backend: call, number, ttl (acquire), token. */
  SENT,
  /** The same call is back: call, number, outcome, token, ttl, age, reason. */
  ANSWERED,
  /** The application asks: ask (a number), wait, ttl, maxHold (0 if none is given), byHand. */
  ASKED,
  /**
   * The application has its handle; recorded before anything else happens to it: token, ttl, asked,
   * ask, maxHold (0 if the request gave none).
   */
  GOT,
  /** The application got none: ask, code, took. */
  FAILED,
  /**
   * The application gives up waiting: phase (sent before an interrupt, kept or swallowed after the
   * call has returned, cancelled before a future is cancelled). With an owner: it lets that one go
   * by a thread whose flag is set (phase set, then kept or swallowed after the call).
   */
  INTERRUPT,
  /** {@code isHeld()} was true; the event's instant is before the read: remaining. */
  HELD,
  /** {@code isHeld()} was false; the event's instant is after the read. */
  NOT_HELD,
  /** The application lets it go; recorded before the call. */
  LET,
  /** {@code release()} has returned: result. */
  RELEASED,
  /** {@code renew()} has returned or thrown: result (RENEWED, or the error's code). */
  RENEWED,
  /** A loss listener was called: reason. */
  LOST,
  /** An overdue listener was called. */
  OVERDUE,
  /** The application has dropped its handle without releasing it, and the handle was collected. */
  DROPPED,
  /** {@code whenEnded()} completed: state, reason. */
  ENDED,
  /** What the engine told its observer: kind, outcome, took, validUntil, detail. */
  ENGINE,
  /** Who holds the name by the store's word, owner empty for nobody: token, remaining, asked. */
  STORE,
  /** A write to a guarded resource: resource, token, accepted. */
  WRITE,
  /**
   * A contender's process: phase (started, stopped, woken, running, killed, ended), sent. A process
   * was stopped or killed between the signal ({@code sent}) and the event, and ran again between
   * {@code woken} and {@code running}.
   */
  PROCESS,
  /**
   * The contender's client is closed: phase, call, from ({@code listener}, or empty). The phases
   * are begin and end of the call, and {@code over}: from here on nothing of the client may be
   * left; threads (how many of its threads are alive), alive (their names).
   */
  CLOSE,
  /** What a lease (or, without a name, a contender) is there for: role. */
  ROLE,
  /** What was counted instead of being written down one by one; the scenario says what. */
  TALLY,
  /** The machine stood still or was busy: took; the instant is its end. */
  STALL,
  /** Clocks of two processes were compared: offset, error. */
  CLOCK,
  /** A recorder lost events: count, or the process that was killed. */
  GAP,
  /** Last of a history that was written to its end: events (before this one), took, why. */
  END
}
