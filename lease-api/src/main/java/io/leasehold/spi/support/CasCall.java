package io.leasehold.spi.support;

import io.leasehold.spi.Cause;
import io.leasehold.spi.Durations;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One call of the backend: its steps share one deadline. The first two steps always fit; a further
 * one is begun only if there is still time for it.
 */
final class CasCall {

  private final CasRegister register;
  private final LeaseClock clock;
  private final LeaseName name;
  private final long step;
  private final long deadline;

  CasCall(CasRegister register, LeaseClock clock, LeaseName name, Duration callTimeout) {
    this.register = register;
    this.clock = clock;
    this.name = name;
    this.step = CasLeaseBackend.stepTimeout(callTimeout).toNanos();
    this.deadline = clock.nanos() + callTimeout.toNanos();
  }

  LeaseName name() {
    return name;
  }

  long now() {
    return clock.nanos();
  }

  /** Whether a step begun now ends within the call's bound. */
  boolean hasTime() {
    return deadline - clock.nanos() >= step;
  }

  /** Why the next step was not begun. */
  Cause outOfTime() {
    return Cause.of(
        Cause.Kind.TIMEOUT,
        "the steps so far left no time for another one of up to "
            + Durations.format(Duration.ofNanos(step))
            + " for lease "
            + name);
  }

  /** Reads, if there is time. */
  CasRead read() {
    if (!hasTime()) {
      return new CasRead.Failed(outOfTime());
    }
    try {
      return register.read(name);
    } catch (IllegalArgumentException e) {
      // CasRecord.parse did not like what it found: asking again will not help.
      return new CasRead.Failed(failure(Cause.Kind.MISCONFIGURED, "read", e));
    } catch (RuntimeException e) {
      return new CasRead.Failed(failure(Cause.Kind.UNAVAILABLE, "read", e));
    }
  }

  /** Compares and sets, if there is time. */
  CasSwap swap(@Nullable CasRecord expected, CasRecord next) {
    if (!hasTime()) {
      return new CasSwap.Refused(outOfTime());
    }
    try {
      return register.compareAndSet(name, expected, next);
    } catch (RuntimeException e) {
      return new CasSwap.Unknown(failure(Cause.Kind.UNAVAILABLE, "compare-and-set", e));
    }
  }

  /** What to answer when the record changed each time between the read and the write. */
  Cause overtaken() {
    return Cause.of(
        Cause.Kind.OVERLOADED,
        "the record of lease " + name + " changed under the call; ask again");
  }

  private Cause failure(Cause.Kind kind, String step, RuntimeException error) {
    return new Cause(kind, step + " of lease " + name + " failed in the register", error);
  }
}
