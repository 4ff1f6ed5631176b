package io.leasehold.tck.process;

/**
 * A child did not do what its parent waited for. The message says what was waited for, whether the
 * child is alive, its exit code, and the last lines that it printed.
 */
public final class ChildFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says what failed. */
  public ChildFailedException(String message) {
    super(message);
  }

  /** Says what failed and why. */
  public ChildFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
