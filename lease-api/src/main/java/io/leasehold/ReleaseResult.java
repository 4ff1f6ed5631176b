package io.leasehold;

/** What is known after {@link Lease#release()}. */
public enum ReleaseResult {
  /**
   * The store confirmed: the name was owned by this lease until it was freed. Somebody else may
   * have it already.
   */
  RELEASED,
  /** The lease had been lost before; nothing at the store was changed by the release. */
  NOT_OWNER,
  /** Not confirmed within the bound; the library goes on freeing the name by itself. */
  UNKNOWN
}
