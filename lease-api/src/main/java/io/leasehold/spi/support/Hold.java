package io.leasehold.spi.support;

import io.leasehold.spi.Grant;
import io.leasehold.spi.OwnerToken;
import org.jspecify.annotations.Nullable;

/**
 * What this client last knew of its own record; travels as the grant's cookie. Only a shortcut and
 * a memory of doubts: a grant without it (or with another's) is served by reading first.
 */
final class Hold {

  private final OwnerToken owner;
  private volatile @Nullable CasRecord known;
  private volatile boolean releaseInDoubt;

  private Hold(OwnerToken owner, @Nullable CasRecord known) {
    this.owner = owner;
    this.known = known;
  }

  static Hold of(Grant grant) {
    return grant.cookie() instanceof Hold hold && hold.owner.equals(grant.owner())
        ? hold
        : new Hold(grant.owner(), null);
  }

  static Hold on(CasRecord record) {
    return new Hold(record.owner(), record);
  }

  /** The record to build on, or null: read first. */
  @Nullable CasRecord known() {
    return known;
  }

  void know(CasRecord record) {
    known = record;
  }

  /** The record may have changed. */
  void doubt() {
    known = null;
  }

  /** A release of ours may have run, or may still run. */
  void doubtRelease() {
    releaseInDoubt = true;
    doubt();
  }

  boolean releaseInDoubt() {
    return releaseInDoubt;
  }

  void released() {
    releaseInDoubt = false;
    doubt();
  }
}
