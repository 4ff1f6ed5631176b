package io.leasehold.engine.watch;

import io.leasehold.LossReason;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;

/** The backend's answers in words. */
public final class Answers {

  private Answers() {}

  public static String word(AcquireOutcome outcome) {
    if (outcome instanceof AcquireOutcome.Granted) {
      return "GRANTED";
    } else if (outcome instanceof AcquireOutcome.Busy) {
      return "BUSY";
    }
    return outcome instanceof AcquireOutcome.Refused ? "REFUSED" : "UNKNOWN";
  }

  public static String word(RenewOutcome outcome) {
    if (outcome instanceof RenewOutcome.Renewed) {
      return "RENEWED";
    } else if (outcome instanceof RenewOutcome.NotOwner) {
      return "NOT_OWNER";
    }
    return outcome instanceof RenewOutcome.Refused ? "REFUSED" : "UNKNOWN";
  }

  public static String word(ReleaseOutcome outcome) {
    if (outcome instanceof ReleaseOutcome.Released) {
      return "RELEASED";
    } else if (outcome instanceof ReleaseOutcome.NotOwner) {
      return "NOT_OWNER";
    }
    return outcome instanceof ReleaseOutcome.Refused ? "REFUSED" : "UNKNOWN";
  }

  public static String word(AbandonOutcome outcome) {
    if (outcome instanceof AbandonOutcome.Abandoned) {
      return "ABANDONED";
    }
    return outcome instanceof AbandonOutcome.Refused ? "REFUSED" : "UNKNOWN";
  }

  public static String detail(RenewOutcome outcome) {
    if (outcome instanceof RenewOutcome.NotOwner no) {
      return "NOT_OWNER(" + no.reason() + ")";
    } else if (outcome instanceof RenewOutcome.Refused refused) {
      return "REFUSED(" + refused.cause() + ")";
    } else if (outcome instanceof RenewOutcome.Unknown unknown) {
      return "UNKNOWN(" + unknown.cause() + ")";
    }
    return "RENEWED";
  }

  public static String detail(ReleaseOutcome outcome) {
    if (outcome instanceof ReleaseOutcome.NotOwner no) {
      return "NOT_OWNER(" + no.reason() + ")";
    } else if (outcome instanceof ReleaseOutcome.Refused refused) {
      return "REFUSED(" + refused.cause() + ")";
    } else if (outcome instanceof ReleaseOutcome.Unknown unknown) {
      return "UNKNOWN(" + unknown.cause() + ")";
    }
    return "RELEASED";
  }

  public static LossReason lossReason(NotOwnerReason reason) {
    return switch (reason) {
      case ABSENT, FOREIGN -> LossReason.NOT_OWNER;
      case REVOKED -> LossReason.REVOKED;
      case SESSION_ENDED -> LossReason.SESSION_ENDED;
    };
  }
}
