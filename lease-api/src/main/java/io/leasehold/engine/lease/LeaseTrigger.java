package io.leasehold.engine.lease;

/** What can move a lease from one state to another; see {@link LeaseStateMachine}. */
public enum LeaseTrigger {
  /** The store confirmed a renewal. */
  RENEWED,
  /** A renewal got no definite answer, or the backend raised a doubt. */
  DOUBTED,
  /** The lease was held longer than its maxHold. */
  HOLD_LIMIT_REACHED,
  /** The owner, or the collector of its dropped handle, lets go. */
  RELEASE_BEGUN,
  /** The store confirmed the release. */
  RELEASE_CONFIRMED,
  /** The release was not confirmed within its bound. */
  RELEASE_UNCONFIRMED,
  /** Validity ended, or the store says that this acquisition is not the owner. */
  LOSS
}
