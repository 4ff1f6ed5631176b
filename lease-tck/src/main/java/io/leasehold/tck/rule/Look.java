package io.leasehold.tck.rule;

import io.leasehold.HolderInfo;
import io.leasehold.spi.LeaseName;
import io.leasehold.tck.history.CallText;
import java.time.Duration;
import java.util.Optional;

/**
 * A reading of a record and when it was made.
 *
 * @param info the holder, empty if there is none
 * @param begin when the read was sent
 * @param end when its answer was there
 */
public record Look(Optional<HolderInfo> info, long begin, long end) {

  /** Reads who holds a name. */
  public static Look at(RuleContext ctx, Client client, LeaseName name) {
    long begin = ctx.clock().nanos();
    Optional<HolderInfo> info = client.holder(name);
    return new Look(info, begin, ctx.clock().nanos());
  }

  /**
   * Whether a later look shows the same record: same owner, token, mark and metadata, and, where
   * the store tells the remaining time, the same instant of expiry.
   *
   * @param tolerance how coarse the remaining time may be
   */
  public boolean sameRecord(Look later, Duration tolerance) {
    if (info.isEmpty() || later.info.isEmpty()) {
      return info.isEmpty() && later.info.isEmpty();
    }
    HolderInfo a = info.get();
    HolderInfo b = later.info.get();
    return a.leaseName().equals(b.leaseName())
        && a.owner().equals(b.owner())
        && a.fencingToken() == b.fencingToken()
        && a.revoked() == b.revoked()
        && a.metadata().equals(b.metadata())
        && sameExpiry(a, b, later, tolerance.toNanos());
  }

  private boolean sameExpiry(HolderInfo a, HolderInfo b, Look later, long tolerance) {
    if (a.remaining().isEmpty()) {
      return true; // a store without a clock knows it only from the second look at one record on
    }
    if (b.remaining().isEmpty()) {
      return false; // known before: this is another record
    }
    long left = a.remaining().get().toNanos();
    long laterLeft = b.remaining().get().toNanos();
    // Both readings fix the expiry to [begin + left, end + left]; the two ranges have to meet.
    return later.begin - begin + laterLeft - left <= (end - begin) + tolerance
        && begin - later.begin + left - laterLeft <= (later.end - later.begin) + tolerance;
  }

  @Override
  public String toString() {
    return info.map(CallText::of).orElse("nobody holds it");
  }
}
