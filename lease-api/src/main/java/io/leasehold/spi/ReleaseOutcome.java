package io.leasehold.spi;

import java.util.Objects;

/** The answer to {@link LeaseBackend#releaseIfOwner}. */
public sealed interface ReleaseOutcome {

  /** This acquisition owned the name and owns it no more. */
  record Released() implements ReleaseOutcome {}

  /**
   * This acquisition did not own the name; nothing was changed.
   *
   * @param reason why; {@link NotOwnerReason#ABSENT} on every store where no record was found
   */
  record NotOwner(NotOwnerReason reason) implements ReleaseOutcome {
    /** Refuses null. */
    public NotOwner {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * The release is known not to have run.
   *
   * @param cause why
   */
  record Refused(Cause cause) implements ReleaseOutcome {
    /** Refuses null. */
    public Refused {
      Objects.requireNonNull(cause, "cause");
    }
  }

  /**
   * The release may or may not have run, or may run later.
   *
   * @param cause why it is not known
   */
  record Unknown(Cause cause) implements ReleaseOutcome {
    /** Refuses null. */
    public Unknown {
      Objects.requireNonNull(cause, "cause");
    }
  }
}
