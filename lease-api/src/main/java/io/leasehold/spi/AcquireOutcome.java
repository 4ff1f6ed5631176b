package io.leasehold.spi;

import io.leasehold.HolderInfo;
import java.time.Duration;
import java.util.Objects;

/** The answer to {@link LeaseBackend#acquire}. */
public sealed interface AcquireOutcome {

  /**
   * The name is owned by this attempt now.
   *
   * @param grant what was given
   * @param age how long before this call began the store's ttl provably started to run; zero for a
   *     store that counts from the write. Validity is counted from {@code call begin - age} (G2)
   */
  record Granted(Grant grant, Duration age) implements AcquireOutcome {
    /** Refuses null. */
    public Granted {
      Objects.requireNonNull(grant, "grant");
      Objects.requireNonNull(age, "age");
    }

    /** A grant whose ttl started with this call. */
    public Granted(Grant grant) {
      this(grant, Duration.ZERO);
    }
  }

  /**
   * Somebody owns the name, possibly this client under another token; nothing was changed.
   *
   * @param holder who, as far as the store told
   */
  record Busy(HolderInfo holder) implements AcquireOutcome {
    /** Refuses null. */
    public Busy {
      Objects.requireNonNull(holder, "holder");
    }
  }

  /**
   * The attempt is known not to have run and never will.
   *
   * @param cause why
   */
  record Refused(Cause cause) implements AcquireOutcome {
    /** Refuses null. */
    public Refused {
      Objects.requireNonNull(cause, "cause");
    }
  }

  /**
   * The attempt may have run, or may still run later; the engine abandons it.
   *
   * @param cause why it is not known
   */
  record Unknown(Cause cause) implements AcquireOutcome {
    /** Refuses null. */
    public Unknown {
      Objects.requireNonNull(cause, "cause");
    }
  }
}
