package io.leasehold.redis;

/** There was no connection to send on: the command did not run and never will. */
final class NotSentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Exception why;

  NotSentException(Exception cause) {
    super(cause.getMessage(), cause);
    this.why = cause;
  }

  Exception why() {
    return why;
  }
}
