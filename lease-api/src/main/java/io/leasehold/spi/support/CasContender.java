package io.leasehold.spi.support;

import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Durations;
import io.leasehold.spi.Grant;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.support.WatchTable.Watch;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The steps of somebody who does not hold the name: acquire, abandon, look. */
final class CasContender {

  private final WatchTable watches;
  private final AttemptTable attempts = new AttemptTable();

  CasContender(WatchTable watches) {
    this.watches = watches;
  }

  AcquireOutcome acquire(CasCall call, AcquireAttempt attempt) {
    if (!CasText.isStorable(attempt.ttl())) {
      return refused(
          Cause.Kind.MISCONFIGURED,
          "a ttl of " + Durations.format(attempt.ttl()) + " cannot be stored");
    }
    AttemptTable.Admission admission = attempts.begin(attempt.owner(), call.now());
    if (admission != AttemptTable.Admission.ADMITTED) {
      return notAdmitted(admission);
    }
    AcquireOutcome outcome = readAndTake(call, attempt);
    if (!(outcome instanceof AcquireOutcome.Unknown)) {
      attempts.settle(attempt.owner());
    }
    return outcome;
  }

  private static AcquireOutcome notAdmitted(AttemptTable.Admission admission) {
    return switch (admission) {
      case ABANDONED -> refused(Cause.Kind.CLOSED, "the attempt was abandoned before it came here");
      case FULL ->
          refused(
              Cause.Kind.OVERLOADED,
              AttemptTable.MAX_OPEN + " attempts are under way or wait for their abandon");
      default ->
          new AcquireOutcome.Unknown(
              Cause.of(Cause.Kind.UNAVAILABLE, "the attempt was already sent; abandon it"));
    };
  }

  private AcquireOutcome readAndTake(CasCall call, AcquireAttempt attempt) {
    CasRead read = call.read();
    if (read instanceof CasRead.Failed failed) {
      return new AcquireOutcome.Refused(failed.cause());
    }
    CasRecord base = recordOf(read);
    AcquireOutcome no = notVacant(call, base, attempt.owner());
    if (no != null) {
      return no;
    }
    long last = Math.max(base == null ? 0 : base.fence(), attempt.fenceFloor());
    if (last >= CasText.MAX_FENCE) {
      return refused(Cause.Kind.MISCONFIGURED, "no fencing token is left above " + last);
    }
    CasRecord next = CasRecord.granted(attempt, last + 1, base);
    if (!attempts.send(attempt.owner(), base)) {
      return refused(Cause.Kind.CLOSED, "the attempt was abandoned while it read");
    }
    CasSwap swap = call.swap(base, next);
    if (swap instanceof CasSwap.Refused refused) {
      return new AcquireOutcome.Refused(refused.cause());
    } else if (swap instanceof CasSwap.Unknown unknown) {
      return new AcquireOutcome.Unknown(unknown.cause());
    } else if (swap instanceof CasSwap.Conflict) {
      return overtaken(call, next);
    }
    return granted(call, next);
  }

  private AcquireOutcome granted(CasCall call, CasRecord record) {
    watches.forget(call.name());
    return new AcquireOutcome.Granted(
        new Grant(call.name(), record.owner(), record.ttl(), record.fence(), Hold.on(record)));
  }

  /** Another contender was faster; a last look says who, if there is time. */
  private AcquireOutcome overtaken(CasCall call, CasRecord ours) {
    CasRecord current = recordOf(call.read());
    if (ours.equals(current)) {
      // A driver sent the step twice: the first one wrote, the second one met our own record.
      return granted(call, ours);
    }
    if (current == null || current.vacant()) {
      return new AcquireOutcome.Refused(call.overtaken());
    }
    Watch watch = watches.look(call.name(), current, call.now());
    return new AcquireOutcome.Busy(current.info(call.name().value(), watch.remaining()));
  }

  /** Null if the name can be taken: vacant, or its holder's ttl was watched to its end. */
  private @Nullable AcquireOutcome notVacant(
      CasCall call, @Nullable CasRecord current, OwnerToken owner) {
    if (current == null || current.vacant()) {
      watches.forget(call.name());
      return null;
    }
    Watch watch = watches.look(call.name(), current, call.now());
    if (watch.isOver() && !current.owner().equals(owner)) {
      return null;
    }
    if (!watch.kept()) {
      // Busy would be true, and would hide that a dead holder is never taken over.
      return refused(
          Cause.Kind.OVERLOADED,
          "this client watches "
              + WatchTable.MAX_NAMES
              + " names of other holders already, and could not see this one's ttl end; ask for"
              + " fewer names at a time");
    }
    return new AcquireOutcome.Busy(current.info(call.name().value(), watch.remaining()));
  }

  /** The holder's record, unless this client has watched its ttl to the end. */
  Optional<Watch> holder(CasCall call, @Nullable CasRecord current) {
    if (current == null || current.vacant()) {
      watches.forget(call.name());
      return Optional.empty();
    }
    return Optional.of(watches.look(call.name(), current, call.now())).filter(w -> !w.isOver());
  }

  /**
   * An attempt's compare-and-set is dead once the record it expects is gone: no record comes twice.
   *
   * <p>If that record is still there, this writes another with the same meaning in its place. It
   * can only be one that an attempt is allowed to build on: none at all, a vacant one, or one whose
   * holder was watched out and has not renewed since. So no live holder is ever disturbed.
   */
  AbandonOutcome abandon(CasCall call, AcquireAttempt attempt) {
    AttemptTable.Open open = attempts.abandon(attempt.owner(), call.now());
    CasRead read = call.read();
    if (read instanceof CasRead.Failed failed) {
      return new AbandonOutcome.Refused(failed.cause());
    }
    CasRecord current = recordOf(read);
    boolean won = current != null && current.heldBy(attempt.owner());
    boolean mayStillWin = open != null && Objects.equals(current, open.base());
    if (won || mayStillWin) {
      CasRecord next =
          current == null ? CasRecord.placeholder(attempt) : current.vacated(attempt.owner());
      CasSwap swap = call.swap(current, next);
      if (swap instanceof CasSwap.Refused refused) {
        return new AbandonOutcome.Refused(refused.cause());
      } else if (swap instanceof CasSwap.Unknown unknown) {
        return new AbandonOutcome.Unknown(unknown.cause());
      } else if (swap instanceof CasSwap.Conflict) {
        // Perhaps by the attempt itself, which was still under way: the next call will see.
        return new AbandonOutcome.Refused(call.overtaken());
      }
    }
    attempts.settle(attempt.owner());
    return new AbandonOutcome.Abandoned();
  }

  static @Nullable CasRecord recordOf(CasRead read) {
    return read instanceof CasRead.Found found ? found.record() : null;
  }

  private static AcquireOutcome refused(Cause.Kind kind, String message) {
    return new AcquireOutcome.Refused(Cause.of(kind, message));
  }
}
