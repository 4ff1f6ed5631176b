package io.leasehold;

/** Why a lease was lost. */
public enum LossReason {
  /**
   * The store says that another acquisition owns the name, or that no record is left; {@link
   * Loss#answer()} tells which.
   */
  NOT_OWNER(ErrorCode.LOST_NOT_OWNER),
  /** The store gave no useful answer until validity ended. */
  UNREACHABLE(ErrorCode.LOST_UNREACHABLE),
  /** This process stood still (garbage collection, SIGSTOP, starvation) until validity ended. */
  LOCAL_PAUSE(ErrorCode.LOST_LOCAL_PAUSE),
  /** Held longer than its maxHold. */
  HOLD_LIMIT(ErrorCode.LOST_HOLD_LIMIT),
  /** Renewed by hand, and not renewed in time. */
  NOT_RENEWED(ErrorCode.LOST_NOT_RENEWED),
  /** The session that carried the grant has ended. */
  SESSION_ENDED(ErrorCode.LOST_SESSION_ENDED),
  /**
   * Revoked by {@link LeaseClient#revoke}. After {@link LeaseClient#revokeNow} there is no record
   * left that could say so: that is told as NOT_OWNER.
   */
  REVOKED(ErrorCode.LOST_REVOKED),
  /** The client was closed while the lease was held. */
  CLIENT_CLOSED(ErrorCode.LOST_CLIENT_CLOSED),
  /** The engine itself failed and could not renew. */
  ENGINE_FAILURE(ErrorCode.LOST_ENGINE_FAILURE);

  private final ErrorCode code;

  LossReason(ErrorCode code) {
    this.code = code;
  }

  /** The error code of a {@link LeaseLostException} for this reason. */
  public ErrorCode code() {
    return code;
  }
}
