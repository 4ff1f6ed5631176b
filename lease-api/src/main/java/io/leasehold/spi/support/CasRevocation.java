package io.leasehold.spi.support;

import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.support.CasRecord.Mark;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The step of somebody who takes a name from its holder. */
final class CasRevocation {

  private final CasCall call;
  private final Supplier<OwnerToken> writeIds;

  CasRevocation(CasCall call, Supplier<OwnerToken> writeIds) {
    this.call = call;
    this.writeIds = writeIds;
  }

  /** Null: overtaken twice, each time by a renewal. */
  @Nullable RevokeOutcome revoke(boolean now) {
    RevokeOutcome outcome = readAndMark(now);
    return outcome != null ? outcome : readAndMark(now);
  }

  /** Null: the holder renewed between the read and the write. */
  private @Nullable RevokeOutcome readAndMark(boolean now) {
    CasRead read = call.read();
    if (read instanceof CasRead.Failed failed) {
      return new RevokeOutcome.Refused(failed.cause());
    }
    CasRecord current = CasContender.recordOf(read);
    if (current == null || current.vacant()) {
      return new RevokeOutcome.Absent();
    }
    if (current.mark() == Mark.REVOKED && !now) {
      return new RevokeOutcome.Revoked(current.fence());
    }
    CasRecord next = now ? current.revokedNow(writeIds.get()) : current.revoked(writeIds.get());
    CasSwap swap = call.swap(current, next);
    if (swap instanceof CasSwap.Refused refused) {
      return new RevokeOutcome.Refused(refused.cause());
    } else if (swap instanceof CasSwap.Unknown unknown) {
      return next.equals(CasContender.recordOf(call.read()))
          ? new RevokeOutcome.Revoked(next.fence())
          : new RevokeOutcome.Unknown(unknown.cause());
    }
    return swap instanceof CasSwap.Conflict ? null : new RevokeOutcome.Revoked(next.fence());
  }
}
