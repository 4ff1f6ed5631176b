package io.leasehold.etcd;

import io.grpc.Status;

/** A request without the answer it was sent for. */
final class CallFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean sent;
  private final transient Status status;

  /**
   * @param sent whether it may have left this process: if not, it did not run and never will
   * @param status what gRPC or the server said
   */
  CallFailedException(boolean sent, Status status) {
    super(status.getDescription(), status.getCause());
    this.sent = sent;
    this.status = status;
  }

  boolean sent() {
    return sent;
  }

  Status status() {
    return status;
  }

  /** Whether it was ended because the calling thread was interrupted. */
  boolean isInterrupt() {
    return status.getCause() instanceof InterruptedException;
  }

  @Override
  public String getMessage() {
    return status.getCode() + (status.getDescription() == null ? "" : ": " + super.getMessage());
  }
}
