package io.leasehold.spi;

/** Faults under which a store may be unable to keep a promise; see {@link BackendTraits}. */
public enum Fault {
  /** Another node takes over from the one that granted. */
  FAILOVER,
  /** The node that decides stands still and later goes on. */
  STALLED_PRIMARY,
  /** Two nodes both believe that they decide. */
  TWO_PRIMARIES,
  /** The store is restarted. */
  RESTART,
  /** The wall clock of the store's machine is set forward or back. */
  CLOCK_STEP
}
