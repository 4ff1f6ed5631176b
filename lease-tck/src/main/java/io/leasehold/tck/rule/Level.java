package io.leasehold.tck.rule;

/** How much a rule's failure weighs. */
public enum Level {
  /** A backend that fails it is not conformant. */
  MUST,
  /** A backend that fails it is conformant but worse than it could be. */
  SHOULD,
  /** Judged over many tries; a single miss proves nothing. */
  STOCHASTIC
}
