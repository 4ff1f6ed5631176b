package io.leasehold.spi;

import java.util.Objects;

/** The answer to {@link LeaseBackend#revoke}. */
public sealed interface RevokeOutcome {

  /**
   * The holder's record is marked (or deleted, if asked for now).
   *
   * @param barrierToken greater than the revoked holder's token and less than that of every later
   *     grant: a guarded resource that accepts nothing below it has shut the old holder out
   */
  record Revoked(long barrierToken) implements RevokeOutcome {}

  /** Nobody held the name; nothing was changed. */
  record Absent() implements RevokeOutcome {}

  /**
   * The revocation is known not to have run.
   *
   * @param cause why
   */
  record Refused(Cause cause) implements RevokeOutcome {
    /** Refuses null. */
    public Refused {
      Objects.requireNonNull(cause, "cause");
    }
  }

  /**
   * The revocation may or may not have run.
   *
   * @param cause why it is not known
   */
  record Unknown(Cause cause) implements RevokeOutcome {
    /** Refuses null. */
    public Unknown {
      Objects.requireNonNull(cause, "cause");
    }
  }
}
