package io.leasehold.engine.lease;

/** Whether a renewal may leave. */
public enum Boarding {
  /** The lease is not to be renewed, or a renewal is under way that may still be answered. */
  REFUSED,
  ABOARD,
  /** It leaves because an earlier one has no answer within its bound: that is a doubt. */
  OVERTAKES
}
