package io.leasehold.spi;

import java.util.Objects;

/** The answer to {@link LeaseBackend#abandon}. */
public sealed interface AbandonOutcome {

  /** Certain: the attempt owns nothing, and never will, whatever is still under way. */
  record Abandoned() implements AbandonOutcome {}

  /**
   * The abandon is known not to have run; it has to be repeated.
   *
   * @param cause why
   */
  record Refused(Cause cause) implements AbandonOutcome {
    /** Refuses null. */
    public Refused {
      Objects.requireNonNull(cause, "cause");
    }
  }

  /**
   * Not certain; it has to be repeated.
   *
   * @param cause why it is not known
   */
  record Unknown(Cause cause) implements AbandonOutcome {
    /** Refuses null. */
    public Unknown {
      Objects.requireNonNull(cause, "cause");
    }
  }
}
