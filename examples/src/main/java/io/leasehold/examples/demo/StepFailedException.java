package io.leasehold.examples.demo;

/** A step of the demo did not happen, or not as promised. */
final class StepFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  StepFailedException(String message) {
    super(message);
  }
}
