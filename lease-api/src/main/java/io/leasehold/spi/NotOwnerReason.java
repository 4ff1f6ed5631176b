package io.leasehold.spi;

/** Why a store says that an acquisition is not the owner of its name. */
public enum NotOwnerReason {
  /** There is no record: expired, deleted, or the store lost it. */
  ABSENT,
  /** The record belongs to another acquisition. */
  FOREIGN,
  /** The record is there but was revoked. */
  REVOKED,
  /** The session that carried the grant has ended. */
  SESSION_ENDED
}
