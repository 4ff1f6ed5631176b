package io.leasehold;

import org.jspecify.annotations.Nullable;

/**
 * The lease was not acquired and this caller holds nothing. Whatever the store may still grant to
 * the attempts that were made is given back by the library itself (G7).
 */
public final class LeaseNotAcquiredException extends LeaseException {

  private static final long serialVersionUID = 1L;

  /**
   * Reports a failed acquire.
   *
   * @param code one of the 2xx codes
   * @param message the lease, the time waited, the last answer
   * @param cause what the driver threw last, if it threw
   */
  public LeaseNotAcquiredException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
  }
}
