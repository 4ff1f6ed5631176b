package io.leasehold.tck.judge.loss;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The reason of a loss is what happened. What the store answered while the lease was valid decides;
 * else the clock did, and then it depends on what was asked for and on whether the store answered.
 */
public final class Reasons {

  private static final Set<String> SILENCE = Set.of("UNREACHABLE", "LOCAL_PAUSE", "ENGINE_FAILURE");

  private final History history;
  private final Validity validity;
  private final Judgement.Sheet sheet = new Judgement.Sheet();

  private Reasons(History history) {
    this.history = history;
    this.validity = new Validity(history);
  }

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Reasons reasons = new Reasons(history);
    Losses.eachLost(history, reasons.sheet, reasons::judge);
    return reasons.sheet.judgement();
  }

  private void judge(Acquisition one, Event lost) {
    Set<String> fitting = fitting(one, lost);
    String reason = lost.fact("reason");
    sheet.expect(
        fitting.contains(reason),
        lost.at(),
        one,
        "the reason of a loss to be what happened: one of " + new java.util.TreeSet<>(fitting),
        "it was told as " + reason);
  }

  private Set<String> fitting(Acquisition one, Event lost) {
    Set<String> fitting = new java.util.HashSet<>();
    long end = validity.ends(one, lost.at()).orElse(lost.at());
    Optional<StoreCall> refusal = refusal(one, lost.at());
    refusal.ifPresent(call -> fitting.add(reason(call)));
    long closing = closing(one);
    if (closing <= lost.at()) {
      fitting.add("CLIENT_CLOSED");
    }
    boolean decided =
        Math.min(refusal.map(StoreCall::endedAt).orElse(closing), closing) < end - near();
    // The engine counts from an instant before the one at which its call was seen to leave.
    long began = one.provenFrom(lost.at()).orElse(lost.at());
    long before = near() + history.stalled(began - near(), began);
    if (!decided && lost.at() >= earliest(one, end) - validity.error() - before) {
      fitting.addAll(byTheClock(one, end));
    }
    return fitting;
  }

  /** The end, if an answer from after the hold limit did not count: it extends nothing then. */
  private long earliest(Acquisition one, long end) {
    long limit = limit(one);
    return limit <= end ? validity.ends(one, limit - near()).orElse(end) : end;
  }

  /** Two things that happen so close to each other may be seen in either order. */
  private long near() {
    return history.nanos("margin");
  }

  private static Optional<StoreCall> refusal(Acquisition one, long before) {
    return one.calls().stream()
        .filter(call -> call.outcome().equals("NOT_OWNER") && call.endedAt() <= before)
        .min(Comparator.comparingLong(StoreCall::endedAt));
  }

  private static String reason(StoreCall refusal) {
    return switch (refusal.reason()) {
      case "REVOKED", "SESSION_ENDED" -> refusal.reason();
      default -> "NOT_OWNER";
    };
  }

  private long closing(Acquisition one) {
    return history.all(What.CLOSE).stream()
        .filter(event -> event.by().equals(one.by()))
        .mapToLong(Event::at)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private Set<String> byTheClock(Acquisition one, long end) {
    Optional<Event> asked = validity.asked(one);
    if (limit(one) <= end) {
      return stoodStill(one, end)
          ? Set.of("HOLD_LIMIT", "ENGINE_FAILURE", "LOCAL_PAUSE")
          : Set.of("HOLD_LIMIT", "ENGINE_FAILURE");
    }
    boolean byHand = asked.map(event -> event.is("byHand", "true")).orElse(false);
    if (byHand && one.calls("renew").stream().noneMatch(Reasons::isUnanswered)) {
      return stoodStill(one, end) ? Set.of("NOT_RENEWED", "LOCAL_PAUSE") : Set.of("NOT_RENEWED");
    }
    if (byHand) {
      return Set.of("NOT_RENEWED", "UNREACHABLE", "LOCAL_PAUSE", "ENGINE_FAILURE");
    }
    boolean unanswered = unanswered(one);
    boolean slow = stoodStill(one, end) || validity.stoodStill(one);
    return unanswered && !slow ? Set.of("UNREACHABLE", "ENGINE_FAILURE") : SILENCE;
  }

  /** When its hold limit is reached; never without a limit. */
  private long limit(Acquisition one) {
    long limit = validity.asked(one).map(event -> event.number("maxHold")).orElse(0L);
    return limit == 0
        ? Long.MAX_VALUE
        : one.grant().map(call -> call.endedAt() + limit).orElse(Long.MAX_VALUE);
  }

  private boolean stoodStill(Acquisition one, long end) {
    return history.stalled(end - one.ttl(), end + one.ttl()) > near();
  }

  /** Whether anything was asked of the store after the last answer that it renewed. */
  private static boolean unanswered(Acquisition one) {
    List<StoreCall> renewals = one.calls("renew");
    return !renewals.isEmpty() && isUnanswered(renewals.get(renewals.size() - 1));
  }

  private static boolean isUnanswered(StoreCall call) {
    return !call.outcome().equals("RENEWED") && !call.outcome().equals("NOT_OWNER");
  }
}
