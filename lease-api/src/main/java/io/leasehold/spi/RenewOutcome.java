package io.leasehold.spi;

import java.time.Duration;
import java.util.Objects;

/** The answer to {@link LeaseBackend#renewIfOwner}. */
public sealed interface RenewOutcome {

  /**
   * The grant's full ttl runs again.
   *
   * @param age how long before this call began the renewed ttl provably started to run
   */
  record Renewed(Duration age) implements RenewOutcome {
    /** Refuses null. */
    public Renewed {
      Objects.requireNonNull(age, "age");
    }

    /** A renewal whose ttl started with this call. */
    public static final Renewed NOW = new Renewed(Duration.ZERO);
  }

  /**
   * This acquisition does not own the name; nothing was changed. Final.
   *
   * @param reason why
   */
  record NotOwner(NotOwnerReason reason) implements RenewOutcome {
    /** Refuses null. */
    public NotOwner {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * The renewal is known not to have run.
   *
   * @param cause why
   */
  record Refused(Cause cause) implements RenewOutcome {
    /** Refuses null. */
    public Refused {
      Objects.requireNonNull(cause, "cause");
    }
  }

  /**
   * The renewal may or may not have run.
   *
   * @param cause why it is not known
   */
  record Unknown(Cause cause) implements RenewOutcome {
    /** Refuses null. */
    public Unknown {
      Objects.requireNonNull(cause, "cause");
    }
  }
}
