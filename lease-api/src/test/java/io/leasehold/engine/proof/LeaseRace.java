package io.leasehold.engine.proof;

import io.leasehold.LeaseState;
import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.LeaseTerms;
import io.leasehold.engine.lease.LeaseTrigger;
import io.leasehold.engine.lease.RenewalFlight;
import io.leasehold.engine.lease.Status;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.Optional;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * A lease with a renewal under way, and all who race for it. Each operation happens at an instant
 * of its own, so that the order in which they take effect decides what they answer.
 */
public class LeaseRace {

  private static final long VALID_UNTIL = 9;
  private static final LeaseTerms TERMS =
      new LeaseTerms(
          new LeaseName("orders/1"),
          Duration.ofNanos(VALID_UNTIL + 1),
          1,
          3,
          0,
          0,
          LeaseTerms.UNLIMITED,
          false,
          "");

  private final HeldLease lease =
      new HeldLease(
          TERMS, new Grant(TERMS.name(), new OwnerToken(0, 1), TERMS.ttl(), 1, null), 0, 0);
  private final RenewalFlight older = new RenewalFlight(1);
  private final RenewalFlight newer = new RenewalFlight(4);

  public LeaseRace() {
    var unusedOlder = lease.beginRenewal(older, 2);
    var unusedNewer = lease.beginRenewal(newer, 2);
  }

  @Operation(runOnce = true)
  public String olderRenewed() {
    return lease.renewalAnswered(older, RenewOutcome.Renewed.NOW, 5).name();
  }

  @Operation(runOnce = true)
  public String newerRenewed() {
    return lease.renewalAnswered(newer, RenewOutcome.Renewed.NOW, 5).name();
  }

  @Operation(runOnce = true)
  public String newerUnknown() {
    RenewOutcome unknown = new RenewOutcome.Unknown(Cause.of(Cause.Kind.TIMEOUT, "no answer"));
    return lease.renewalAnswered(newer, unknown, 5).name();
  }

  @Operation(runOnce = true)
  public String olderNotOwner() {
    RenewOutcome foreign = new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN);
    boolean lost =
        lease.renewalAnswered(older, foreign, 5) == HeldLease.Answer.NOT_OWNER
            && lose(LossReason.NOT_OWNER);
    return lost ? "LOST" : "STALE";
  }

  @Operation
  public String begin() {
    return lease.beginRenewal(new RenewalFlight(7), 2).name();
  }

  @Operation
  public boolean doubt() {
    return lease.doubt();
  }

  @Operation
  public boolean overdue() {
    return lease.overdue();
  }

  /** A reader or the watchdog, when the validity of the grant is over. */
  @Operation
  public boolean expire() {
    while (true) {
      Status s = lease.status();
      if (!s.hasLapsed(VALID_UNTIL)) {
        return false;
      }
      if (lease.lose(s, loss(LossReason.UNREACHABLE))) {
        return true;
      }
    }
  }

  @Operation
  public boolean close() {
    return lose(LossReason.CLIENT_CLOSED);
  }

  @Operation
  public boolean release() {
    return lease.beginRelease(2) != null;
  }

  /** The release is answered; only the thread whose release began comes here. */
  @Operation(nonParallelGroup = "releasing thread")
  public boolean releaseConfirmed() {
    if (lease.status().state() != LeaseState.RELEASING) {
      return false;
    }
    lease.endRelease(LeaseTrigger.RELEASE_CONFIRMED);
    return true;
  }

  @Operation
  public boolean isHeldEarly() {
    return lease.isHeld(() -> 2);
  }

  @Operation
  public boolean isHeldLate() {
    return lease.isHeld(() -> VALID_UNTIL);
  }

  @Operation
  public String how() {
    Status s = lease.status();
    Loss loss = s.loss();
    return s.state() + " " + s.validUntil() + (loss == null ? "" : " " + loss.reason());
  }

  private boolean lose(LossReason reason) {
    while (true) {
      Status s = lease.status();
      if (!s.isOpen()) {
        return false;
      }
      if (lease.lose(s, loss(reason))) {
        return true;
      }
    }
  }

  private Loss loss(LossReason reason) {
    return new Loss(lease.name(), 1, reason, Optional.empty(), Duration.ZERO, "", "");
  }
}
