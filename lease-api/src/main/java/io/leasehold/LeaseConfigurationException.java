package io.leasehold;

import org.jspecify.annotations.Nullable;

/** A client cannot be opened as it is configured. */
public final class LeaseConfigurationException extends LeaseException {

  private static final long serialVersionUID = 1L;

  /** A wrong setting. */
  public LeaseConfigurationException(ErrorCode code, String message) {
    super(code, message);
  }

  /** A wrong setting that the store or the classpath reported. */
  public LeaseConfigurationException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
  }
}
