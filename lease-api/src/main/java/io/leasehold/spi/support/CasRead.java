package io.leasehold.spi.support;

import io.leasehold.spi.Cause;

/** The answer to {@link CasRegister#read}. */
public sealed interface CasRead {

  /**
   * The record as it was at one moment between the call and its return.
   *
   * @param record what {@link CasRecord#parse} made of the stored text
   */
  record Found(CasRecord record) implements CasRead {}

  /** Nobody ever wrote a record under this name. */
  record NeverWritten() implements CasRead {}

  /**
   * No answer, or an answer that is not a record. A read changes nothing, so it need not be known
   * whether it ran.
   *
   * @param cause why
   */
  record Failed(Cause cause) implements CasRead {}
}
