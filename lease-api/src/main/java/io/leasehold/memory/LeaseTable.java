package io.leasehold.memory;

import io.leasehold.HolderInfo;
import io.leasehold.memory.MemoryRecord.Term;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.SuspectListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server as a state machine without a clock, a lock or a network: each step is given the time
 * and changes the table, or leaves it as it was. Guarded by the store's lock.
 *
 * <p>One counter numbers the grants and the barriers of all names. It is not part of any record, so
 * that tokens go on rising when records are released, deleted, purged or wiped.
 */
final class LeaseTable {

  private static final int FIRST_SWEEP = 64;

  private final Map<LeaseName, MemoryRecord> records = new HashMap<>();
  private final Tombstones tombstones = new Tombstones();
  private final Changes changes = new Changes();
  private long lastFence;
  private int sweepAt = FIRST_SWEEP;

  AcquireOutcome acquire(long now, AcquireAttempt attempt, Term term, SuspectListener holder) {
    if (tombstones.forbid(now, attempt.owner())) {
      return new AcquireOutcome.Refused(
          Cause.of(Cause.Kind.UNAVAILABLE, "owner " + attempt.owner() + " was abandoned"));
    }
    if (term.over(now)) {
      return new AcquireOutcome.Refused(
          Cause.of(Cause.Kind.UNAVAILABLE, "the session of this request has ended"));
    }
    MemoryRecord present = living(now, attempt.name());
    if (present != null) {
      return new AcquireOutcome.Busy(present.describe(now));
    }
    long above = Math.max(lastFence, attempt.fenceFloor());
    if (above == Long.MAX_VALUE) {
      return new AcquireOutcome.Refused(
          Cause.of(
              Cause.Kind.MISCONFIGURED,
              "fence floor " + attempt.fenceFloor() + " leaves no greater token"));
    }
    lastFence = above + 1;
    term.extend(now, attempt.ttl());
    MemoryRecord record = new MemoryRecord(attempt, lastFence, term, holder);
    records.put(attempt.name(), record);
    sweepIfGrown(now);
    return new AcquireOutcome.Granted(record.toGrant());
  }

  RenewOutcome renew(long now, Grant grant) {
    MemoryRecord record = living(now, grant.name());
    if (record == null || !record.grantedAs(grant)) {
      return new RenewOutcome.NotOwner(
          grant.cookie() instanceof Term term && term.over(now)
              ? NotOwnerReason.SESSION_ENDED
              : absentOrForeign(record));
    }
    if (record.revoked()) {
      return new RenewOutcome.NotOwner(NotOwnerReason.REVOKED);
    }
    record.renew(now);
    return RenewOutcome.Renewed.NOW;
  }

  ReleaseOutcome release(long now, Grant grant) {
    MemoryRecord record = living(now, grant.name());
    if (record == null || !record.grantedAs(grant)) {
      return new ReleaseOutcome.NotOwner(absentOrForeign(record));
    }
    vacate(record);
    return new ReleaseOutcome.Released();
  }

  AbandonOutcome abandon(long now, AcquireAttempt attempt) {
    tombstones.bury(now, attempt.owner());
    MemoryRecord record = living(now, attempt.name());
    if (record != null && record.ownedBy(attempt.owner())) {
      vacate(record);
    }
    return new AbandonOutcome.Abandoned();
  }

  RevokeOutcome revoke(long now, LeaseName name, boolean atOnce) {
    MemoryRecord record = living(now, name);
    if (record == null) {
      return new RevokeOutcome.Absent();
    }
    // The record's own token counts too: a store may have lost its counter and kept its records.
    long above = Math.max(lastFence, record.fence());
    if (above == Long.MAX_VALUE) {
      return new RevokeOutcome.Refused(
          Cause.of(Cause.Kind.MISCONFIGURED, "no token is left above " + above));
    }
    lastFence = above + 1;
    record.revoke();
    if (atOnce) {
      vacate(record);
    }
    changes.doubt(record, "the lease was revoked");
    return new RevokeOutcome.Revoked(lastFence);
  }

  Optional<HolderInfo> holder(long now, LeaseName name) {
    return Optional.ofNullable(living(now, name)).map(record -> record.describe(now));
  }

  /** An accident at the server: the record is gone, and nobody asked for it. */
  boolean delete(long now, LeaseName name) {
    MemoryRecord record = living(now, name);
    if (record == null) {
      return false;
    }
    vacate(record);
    changes.doubt(record, "the record was deleted");
    return true;
  }

  /** Takes out what has run out; the holders of what an ended session carried are warned. */
  void sweep(long now, @Nullable String warning) {
    for (MemoryRecord record : List.copyOf(records.values())) {
      if (!record.lives(now)) {
        vacate(record);
        if (warning != null) {
          changes.doubt(record, warning);
        }
      }
    }
    sweepAt = Math.max(FIRST_SWEEP, 2 * records.size());
  }

  /** Loses the records and the tombstones, and the counter if it is not kept apart from them. */
  void wipe(boolean loseFence) {
    for (MemoryRecord record : List.copyOf(records.values())) {
      vacate(record);
      changes.doubt(record, "the store lost its records");
    }
    tombstones.clear();
    if (loseFence) {
      loseFence();
    }
  }

  void loseFence() {
    lastFence = 0;
  }

  int records() {
    return records.size();
  }

  int tombstones() {
    return tombstones.size();
  }

  /** What the steps since the last call may tell to listeners; to be told outside the lock. */
  Changes takeChanges() {
    return changes.take();
  }

  private @Nullable MemoryRecord living(long now, LeaseName name) {
    MemoryRecord record = records.get(name);
    return record != null && record.lives(now) ? record : null;
  }

  private void vacate(MemoryRecord record) {
    records.remove(record.name());
    changes.vacant.add(record.name());
  }

  /** Nobody asks for most names again, so their expired records would stay: linear on average. */
  private void sweepIfGrown(long now) {
    if (records.size() >= sweepAt) {
      sweep(now, null);
    }
  }

  private static NotOwnerReason absentOrForeign(@Nullable MemoryRecord record) {
    return record == null ? NotOwnerReason.ABSENT : NotOwnerReason.FOREIGN;
  }

  /** Names that became vacant and grants that fell into doubt. */
  static final class Changes {
    private final List<LeaseName> vacant = new ArrayList<>();
    private final List<Runnable> doubts = new ArrayList<>();

    List<LeaseName> vacant() {
      return vacant;
    }

    List<Runnable> doubts() {
      return doubts;
    }

    private void doubt(MemoryRecord record, String what) {
      doubts.add(() -> record.doubt(Cause.of(Cause.Kind.UNAVAILABLE, what)));
    }

    private Changes take() {
      Changes taken = new Changes();
      taken.vacant.addAll(vacant);
      taken.doubts.addAll(doubts);
      vacant.clear();
      doubts.clear();
      return taken;
    }
  }
}
