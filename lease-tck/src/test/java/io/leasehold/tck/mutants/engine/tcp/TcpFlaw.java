package io.leasehold.tck.mutants.engine.tcp;

/** What the driver of the store with a network may do wrongly. */
public enum TcpFlaw {
  /** Nothing. */
  NONE,
  /** A connection whose answer did not come in time is used again: the late answer is the next. */
  KEEPS_LATE_CONNECTIONS,
  /** A connection that ends during a renewal or a release tells that there is no record. */
  RESET_IS_ABSENT,
  /** A connection that ends tells that the call did not run. */
  RESET_IS_REFUSED,
  /** An acquire without an answer tells that somebody has the name. */
  SILENCE_IS_BUSY,
  /** A renewal without an answer tells that it was done. */
  SILENCE_IS_RENEWED,
  /** A renewal whose answer takes longer than a quarter of its bound tells of another owner. */
  SLOW_IS_FOREIGN,
  /** Waits for its answers without a bound. */
  NO_BOUND,
  /** Never connects again once a connection has failed. */
  NEVER_CONNECTS_AGAIN
}
