package io.leasehold;

/**
 * The stable codes of every error: a number is never used for anything else. docs/error-codes.md
 * says for each what happened, what follows and what to do.
 */
public enum ErrorCode {
  /** No backend on the classpath. */
  NO_BACKEND(101),
  /** Several backends on the classpath and no choice. */
  SEVERAL_BACKENDS(102),
  /** A backend on the classpath cannot be loaded. */
  BROKEN_BACKEND(103),
  /** A backend was written for another version of the SPI. */
  SPI_MISMATCH(104),
  /** No backend on the classpath serves this URI scheme. */
  UNKNOWN_SCHEME(105),
  /** A backend URI cannot be read. */
  BAD_URI(106),
  /** An option is unknown or its value is out of range. */
  BAD_OPTION(107),
  /** The store refuses this client: wrong password, missing right, unsuitable setting. */
  MISCONFIGURED(108),

  /** A lease name is empty, too long, or cannot be stored exactly everywhere. */
  BAD_NAME(121),
  /** A ttl is zero or negative. */
  TTL_NOT_POSITIVE(122),
  /** A ttl is below the store's minimum. */
  TTL_BELOW_MINIMUM(123),
  /** A ttl is above the store's maximum. */
  TTL_ABOVE_MAXIMUM(124),
  /** A ttl is not a multiple of the store's step. */
  TTL_OFF_STEP(125),
  /** A ttl leaves no room to renew: the slack inequality does not hold. */
  TTL_WITHOUT_SLACK(126),
  /** A wait, hold limit or needed time is negative or otherwise impossible. */
  BAD_DURATION(127),
  /** withLease for a name that this thread already holds through withLease or a LeaseLock. */
  NESTED_LEASE(128),
  /** renew() on a lease that the watchdog renews. */
  NOT_MANUAL(129),
  /** The guarded work returned an unfinished future. */
  UNFINISHED_RESULT(130),

  /** The wait ended while somebody else held the lease. */
  CONTENDED(201),
  /** The wait ended without a useful answer from the store. */
  UNAVAILABLE(202),
  /** The store or its driver refused to run the attempt until the wait ended. */
  REFUSED(203),
  /** The wait ended and the store was not asked: others were in line, or every thread was busy. */
  TIMED_OUT(204),
  /** The thread was interrupted. */
  INTERRUPTED(205),
  /** The client is closed, or was closed during the call. */
  CLIENT_CLOSED(206),
  /** The store granted less ttl than asked; the grant was given back. */
  GRANT_TOO_SHORT(207),
  /** The store granted a fencing token that is not above the highest seen; it was given back. */
  FENCE_NOT_RISING(208),
  /** The answer came so late that no validity was left; the grant was given back. */
  GRANT_EXPIRED(209),

  /** Lost: another owner or no record. */
  LOST_NOT_OWNER(301),
  /** Lost: the store did not answer in time. */
  LOST_UNREACHABLE(302),
  /** Lost: this process stood still. */
  LOST_LOCAL_PAUSE(303),
  /** Lost: held longer than maxHold. */
  LOST_HOLD_LIMIT(304),
  /** Lost: not renewed by hand in time. */
  LOST_NOT_RENEWED(305),
  /** Lost: the session ended. */
  LOST_SESSION_ENDED(306),
  /** Lost: revoked. */
  LOST_REVOKED(307),
  /** Lost: the client was closed. */
  LOST_CLIENT_CLOSED(308),
  /** Lost: the engine failed. */
  LOST_ENGINE_FAILURE(309),
  /** The lease was released (by its owner) and is used again. */
  ALREADY_RELEASED(310),
  /** Less validity is left than the next step needs. */
  TOO_LITTLE_LEFT(311),
  /** Held for its maxHold: the lease is renewed no more. */
  HOLD_LIMIT_REACHED(312),

  /** Whether the release ran is not known; the engine goes on freeing the name. */
  RELEASE_UNKNOWN(401),
  /** A renewal by hand or a confirmation got no definite answer; validity is unchanged. */
  OUTCOME_UNKNOWN(402),
  /** A revocation got no definite answer. */
  REVOKE_UNKNOWN(403),

  /** A state change that the transition table forbids: a defect of Leasehold. */
  ILLEGAL_TRANSITION(501);

  private final int number;

  ErrorCode(int number) {
    this.number = number;
  }

  /** The stable form, for instance {@code LEASE-101}. */
  public String id() {
    return "LEASE-" + number;
  }

  @Override
  public String toString() {
    return id();
  }
}
