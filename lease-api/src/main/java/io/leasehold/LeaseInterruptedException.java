package io.leasehold;

/**
 * The thread was interrupted while it waited for a lease: it holds nothing, and the library gives
 * back whatever the store may still grant. The thread's interrupt flag stays set, so that a caller
 * who swallows this exception does not lose the interrupt.
 */
public final class LeaseInterruptedException extends InterruptedException {

  private static final long serialVersionUID = 1L;

  /** Names the lease and how long it was waited for. */
  public LeaseInterruptedException(String message) {
    super(ErrorCode.INTERRUPTED.id() + ": " + message);
  }

  /** Always {@link ErrorCode#INTERRUPTED}. */
  public ErrorCode code() {
    return ErrorCode.INTERRUPTED;
  }
}
