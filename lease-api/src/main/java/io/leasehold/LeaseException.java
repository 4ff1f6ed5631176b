package io.leasehold;

import org.jspecify.annotations.Nullable;

/**
 * The root of Leasehold's errors. The message starts with the code and names the lease, the
 * numbers, the consequence and a remedy. (An interrupt is reported as {@link
 * LeaseInterruptedException}, which is an {@link InterruptedException}.)
 */
public class LeaseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /** An error without a cause. */
  public LeaseException(ErrorCode code, String message) {
    this(code, message, null);
  }

  /** An error with the exception behind it, if there is one. */
  public LeaseException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code.id() + ": " + message, cause);
    this.code = code;
  }

  /** The stable code. */
  public final ErrorCode code() {
    return code;
  }
}
