package io.leasehold.engine.proof;

import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;

/** The least a lease store is: one record with an owner and an expiry, on the store's own time. */
final class StoreModel {

  enum Owner {
    NOBODY,
    US,
    RIVAL
  }

  private final long ttl;
  private final long age;

  Owner owner = Owner.NOBODY;
  long expiry;
  boolean revoked;

  /** Whether it forgot a record, which no lease can know of. */
  boolean faulty;

  /** Whether it ever freed the name because we asked for it. */
  boolean freedByUs;

  /**
   * @param age how long before the send of a renewal the store lets the renewed ttl begin
   */
  StoreModel(long ttl, long age) {
    this.ttl = ttl;
    this.age = age;
  }

  void grant(Owner to, long now) {
    owner = to;
    expiry = now + ttl;
    revoked = false;
  }

  /** Whether we own the name at this instant. */
  boolean isOurs() {
    return owner == Owner.US;
  }

  void expire(long now) {
    if (owner != Owner.NOBODY && expiry - now <= 0) {
      owner = Owner.NOBODY;
    }
  }

  void lose() {
    owner = Owner.NOBODY;
    faulty = true;
  }

  RenewOutcome renew(long sentAt, long now) {
    if (!isOurs() || revoked) {
      return new RenewOutcome.NotOwner(whyNot());
    }
    // A store with sessions keeps what it promised: a late renewal does not shorten it.
    long renewed = age == 0 ? now + ttl : sentAt - age + ttl;
    if (renewed - expiry > 0) {
      expiry = renewed;
    }
    return new RenewOutcome.Renewed(Duration.ofNanos(age));
  }

  ReleaseOutcome release() {
    if (!isOurs()) {
      return new ReleaseOutcome.NotOwner(whyNot());
    }
    // A revoked record is still ours to free; the answer says what had become of it.
    owner = Owner.NOBODY;
    freedByUs = true;
    return revoked
        ? new ReleaseOutcome.NotOwner(NotOwnerReason.REVOKED)
        : new ReleaseOutcome.Released();
  }

  private NotOwnerReason whyNot() {
    return switch (owner) {
      case NOBODY -> NotOwnerReason.ABSENT;
      case RIVAL -> NotOwnerReason.FOREIGN;
      case US -> NotOwnerReason.REVOKED;
    };
  }
}
