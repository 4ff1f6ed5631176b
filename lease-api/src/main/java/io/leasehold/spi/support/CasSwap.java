package io.leasehold.spi.support;

import io.leasehold.spi.Cause;

/** The answer to {@link CasRegister#compareAndSet}. */
public sealed interface CasSwap {

  /** The expected record was there, and the new one has taken its place. */
  record Swapped() implements CasSwap {}

  /** Another record was there (or none, or already one); nothing was changed and never will be. */
  record Conflict() implements CasSwap {}

  /**
   * The step is known not to have run and never will: it was not sent, or the store said so.
   *
   * @param cause why
   */
  record Refused(Cause cause) implements CasSwap {}

  /**
   * The step may have run, or may still run later: it was sent and has no answer. When in doubt,
   * this one.
   *
   * @param cause why it is not known
   */
  record Unknown(Cause cause) implements CasSwap {}
}
