package io.leasehold;

/**
 * The lease is not held any more: stop side effects now. Work that already left (a request in
 * flight) can only be rejected by the guarded resource, by its fencing token.
 */
public final class LeaseLostException extends LeaseException {

  private static final long serialVersionUID = 1L;

  private final transient Loss loss;

  /** Reports a loss. */
  public LeaseLostException(Loss loss) {
    super(loss.reason().code(), loss.toString());
    this.loss = loss;
  }

  /** What was lost and why. */
  public Loss loss() {
    return loss;
  }
}
