package io.leasehold.hazelcast;

import io.leasehold.spi.Cause;

/** A call without an answer. */
final class CallFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean refused;
  private final transient Cause reason;

  /**
   * @param refused whether it surely did not run and never will
   * @param reason why there is no answer
   */
  CallFailedException(boolean refused, Cause reason) {
    super(reason.toString(), reason.error());
    this.refused = refused;
    this.reason = reason;
  }

  boolean refused() {
    return refused;
  }

  Cause reason() {
    return reason;
  }
}
