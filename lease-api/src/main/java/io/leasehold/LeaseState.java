package io.leasehold;

/**
 * Where a lease stands. The legal transitions are drawn in docs/states.md. A state is what the
 * engine has decided; whether the lease is valid at this instant is {@link Lease#isHeld()} (G2).
 */
public enum LeaseState {
  /** Granted, and the last renewal (if one was due) succeeded. */
  HELD(false),
  /** A renewal failed or the backend raised a doubt; renewal is retried while validity lasts. */
  SUSPECT(false),
  /** Held longer than its maxHold: it is renewed no more and ends as LOST(HOLD_LIMIT). */
  OVERDUE(false),
  /** Release has begun; validity is over, no renewal is sent any more (G6). */
  RELEASING(false),
  /** The store confirmed the release. */
  RELEASED(true),
  /** The release could not be confirmed; the engine goes on trying to free the name. */
  RELEASE_UNKNOWN(true),
  /** Ended without being released; see {@link Loss}. */
  LOST(true);

  private final boolean terminal;

  LeaseState(boolean terminal) {
    this.terminal = terminal;
  }

  /** Whether the lease has ended: nothing follows. */
  public boolean isTerminal() {
    return terminal;
  }
}
