package io.leasehold.spi;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseException;

/**
 * A question that changes nothing, or the first call when a client is opened, did not get its
 * answer from the store within the bound.
 */
public final class BackendUnavailableException extends LeaseException {

  private static final long serialVersionUID = 1L;

  private final transient Cause reason;

  /**
   * Says what was asked and why there is no answer.
   *
   * @param asked the question in words
   * @param reason why it failed
   */
  public BackendUnavailableException(String asked, Cause reason) {
    super(
        reason.kind() == Cause.Kind.MISCONFIGURED ? ErrorCode.MISCONFIGURED : ErrorCode.UNAVAILABLE,
        asked + " has no answer: " + reason,
        reason.error());
    this.reason = reason;
  }

  /** Why there is no answer. */
  public Cause reason() {
    return reason;
  }
}
