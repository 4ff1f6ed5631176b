package io.leasehold.spi.support;

import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.support.CasRecord.Mark;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The steps of somebody who holds the name: renew, release. Both try with the record known from the
 * last time, and read only if that is in doubt or was replaced.
 */
final class CasOwner {

  private final Supplier<OwnerToken> writeIds;

  CasOwner(Supplier<OwnerToken> writeIds) {
    this.writeIds = writeIds;
  }

  RenewOutcome renew(CasCall call, Grant grant) {
    Hold hold = Hold.of(grant);
    CasRecord known = hold.known();
    if (known != null && known.mark() == Mark.HELD) {
      RenewOutcome outcome = renew(call, grant, hold, known);
      if (outcome != null) {
        return outcome;
      }
    }
    CasRead read = call.read();
    if (read instanceof CasRead.Failed failed) {
      return new RenewOutcome.Refused(failed.cause());
    }
    CasRecord current = CasContender.recordOf(read);
    NotOwnerReason lost = lost(current, grant);
    if (lost != null || current == null) {
      return notOwner(lost);
    }
    RenewOutcome outcome = renew(call, grant, hold, current);
    return outcome != null ? outcome : new RenewOutcome.Refused(call.overtaken());
  }

  /** Null: another record was there. */
  private @Nullable RenewOutcome renew(CasCall call, Grant grant, Hold hold, CasRecord base) {
    CasRecord next = base.renewed(writeIds.get());
    CasSwap swap = call.swap(base, next);
    if (swap instanceof CasSwap.Swapped) {
      hold.know(next);
      return RenewOutcome.Renewed.NOW;
    } else if (swap instanceof CasSwap.Refused refused) {
      return new RenewOutcome.Refused(refused.cause());
    }
    hold.doubt();
    return swap instanceof CasSwap.Unknown unknown
        ? readBack(call, grant, hold, next, unknown.cause())
        : null;
  }

  /** The write has no answer; the record itself may tell, if there is time to look. */
  private static RenewOutcome readBack(
      CasCall call, Grant grant, Hold hold, CasRecord written, Cause cause) {
    CasRead read = call.read();
    CasRecord current = CasContender.recordOf(read);
    if (written.equals(current)) {
      hold.know(written);
      return RenewOutcome.Renewed.NOW;
    }
    // Whoever replaced the record we built on has also made our late write impossible.
    NotOwnerReason lost = read instanceof CasRead.Failed ? null : lost(current, grant);
    return lost == null ? new RenewOutcome.Unknown(cause) : notOwner(lost);
  }

  ReleaseOutcome release(CasCall call, Grant grant) {
    Hold hold = Hold.of(grant);
    CasRecord known = hold.known();
    boolean met = false;
    if (known != null) {
      ReleaseOutcome outcome = release(call, grant, hold, known);
      if (outcome != null) {
        return outcome;
      }
      met = true;
    }
    CasRead read = call.read();
    if (read instanceof CasRead.Failed failed) {
      return notRun(hold, failed.cause());
    }
    CasRecord current = CasContender.recordOf(read);
    if (current == null || !current.heldBy(grant.owner())) {
      // Vacated by this acquisition's own hand: by a release without an answer, or, if we have just
      // met it, by one that ran beside this one (or that a driver sent twice).
      return released(current, grant, hold, met || hold.releaseInDoubt());
    }
    ReleaseOutcome outcome = release(call, grant, hold, current);
    return outcome != null ? outcome : notRun(hold, call.overtaken());
  }

  /** This call released nothing; an earlier one may still do it. */
  private static ReleaseOutcome notRun(Hold hold, Cause cause) {
    return hold.releaseInDoubt()
        ? new ReleaseOutcome.Unknown(cause)
        : new ReleaseOutcome.Refused(cause);
  }

  /** Null: another record was there. */
  private static @Nullable ReleaseOutcome release(
      CasCall call, Grant grant, Hold hold, CasRecord base) {
    CasSwap swap = call.swap(base, base.vacated(grant.owner()));
    if (swap instanceof CasSwap.Swapped) {
      hold.released();
      return new ReleaseOutcome.Released();
    } else if (swap instanceof CasSwap.Refused refused) {
      return notRun(hold, refused.cause());
    } else if (swap instanceof CasSwap.Unknown unknown) {
      hold.doubtRelease();
      CasRead read = call.read();
      CasRecord current = CasContender.recordOf(read);
      return read instanceof CasRead.Failed || (current != null && current.heldBy(grant.owner()))
          ? new ReleaseOutcome.Unknown(unknown.cause())
          : released(current, grant, hold, true);
    }
    hold.doubt();
    return null;
  }

  /** The record is not ours any more: by our own release, if one may have run, or by others. */
  private static ReleaseOutcome released(
      @Nullable CasRecord current, Grant grant, Hold hold, boolean ownCounts) {
    if (ownCounts && current != null && current.vacatedBy(grant.owner())) {
      hold.released();
      return new ReleaseOutcome.Released();
    }
    NotOwnerReason reason = lost(current, grant);
    return new ReleaseOutcome.NotOwner(reason == null ? NotOwnerReason.ABSENT : reason);
  }

  /** Null if the grant's owner still holds the name and may renew. */
  private static @Nullable NotOwnerReason lost(@Nullable CasRecord current, Grant grant) {
    if (current == null || current.vacant()) {
      return NotOwnerReason.ABSENT;
    } else if (!current.owner().equals(grant.owner())) {
      return NotOwnerReason.FOREIGN;
    }
    return current.mark() == Mark.REVOKED ? NotOwnerReason.REVOKED : null;
  }

  private static RenewOutcome notOwner(@Nullable NotOwnerReason reason) {
    return new RenewOutcome.NotOwner(reason == null ? NotOwnerReason.ABSENT : reason);
  }
}
