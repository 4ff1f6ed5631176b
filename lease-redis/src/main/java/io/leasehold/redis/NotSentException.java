package io.leasehold.redis;

/** There was no connection to send on: the command did not run and never will. */
final class NotSentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NotSentException(Exception cause) {
    super(cause.getMessage(), cause);
  }
}
