package io.leasehold.tck.scenario;

/** What a network or a store may do to one call. */
public enum Fate {
  /** The request never arrives, the caller hears nothing. */
  LOSE_REQUEST,
  /** It runs, and the caller hears nothing. */
  LOSE_ANSWER,
  /** The caller hears nothing, and the request arrives later. */
  HOLD_BACK,
  /** It runs, and the answer comes at the very end of the call's bound. */
  LATE_ANSWER,
  /** It runs and is answered, and a copy of the request arrives later. */
  DUPLICATE,
  /** The store says that it did not run. */
  REFUSE,
  /** It does not run, and the backend throws, an exception or an Error in turn. */
  THROW
}
