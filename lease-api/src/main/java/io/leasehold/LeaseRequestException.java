package io.leasehold;

/** A request that can never work: refused before the store is asked, nothing was changed. */
public final class LeaseRequestException extends LeaseException {

  private static final long serialVersionUID = 1L;

  /**
   * Refuses a request.
   *
   * @param code what is wrong with it
   * @param message names the value, the limit and the remedy
   */
  public LeaseRequestException(ErrorCode code, String message) {
    super(code, message);
  }
}
