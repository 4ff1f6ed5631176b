package io.leasehold.tck.judge.loss;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Set;

/** What is sent for an acquisition after its loss was told. */
public final class AfterLoss {

  private static final Set<String> FREES = Set.of("release", "abandon");
  private static final Set<String> DEFINITE = Set.of("RELEASED", "NOT_OWNER", "ABANDONED");

  private AfterLoss() {}

  /**
   * No renewal, but one that was about to leave. Decisive is every loss that was watched for longer
   * than until the next renewal would have been due.
   */
  public static Judgement isNotRenewed(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Validity validity = new Validity(history);
    long interval = history.nanos("interval");
    Losses.eachLost(
        history,
        sheet,
        (one, lost) -> {
          for (StoreCall renewal : one.calls("renew")) {
            long after = renewal.sent().at() - lost.at();
            if (after > interval / 8 + history.stalled(lost.at(), renewal.sent().at())) {
              sheet.expect(
                  false,
                  renewal.sent().at(),
                  one,
                  "no renewal after the loss",
                  "a renewal was sent " + Text.ms(after) + " after its loss was told");
              return;
            }
          }
          if (validity.watchedUntil(one) - lost.at() > interval * 6 / 5) {
            sheet.expect(true, lost.at(), one, "", "");
          }
        });
    return sheet.judgement();
  }

  /**
   * It is freed at the store, unless the store has said that it keeps nothing of it: tried at once,
   * and again until the answer is definite or the ttl is over.
   */
  public static Judgement isFreed(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Validity validity = new Validity(history);
    Losses.eachLost(
        history,
        sheet,
        (one, lost) -> {
          if (!isGone(one, lost) && !validity.stoodStill(one)) {
            isFreed(history, one, lost, validity.watchedUntil(one), sheet);
          }
        });
    return sheet.judgement();
  }

  /** Whether the store had said that it keeps nothing of it; a revoked record is still there. */
  private static boolean isGone(Acquisition one, Event lost) {
    return one.calls().stream()
        .anyMatch(
            call ->
                call.outcome().equals("NOT_OWNER")
                    && !call.reason().equals("REVOKED")
                    && call.endedAt() <= lost.at());
  }

  private static void isFreed(
      History history, Acquisition one, Event lost, long watched, Judgement.Sheet sheet) {
    List<StoreCall> tries =
        one.calls().stream().filter(call -> FREES.contains(call.call())).toList();
    if (tries.stream().anyMatch(call -> DEFINITE.contains(call.outcome()))) {
      sheet.expect(true, lost.at(), one, "", "");
      return;
    }
    long last = tries.stream().mapToLong(call -> call.sent().at()).max().orElse(Long.MIN_VALUE);
    long stalled = history.stalled(lost.at(), lost.at() + one.ttl());
    if (watched > lost.at() + one.ttl() + stalled) {
      // The pauses grow: the last try before the ttl is over may be well before its end.
      sheet.expect(
          last >= lost.at() + one.ttl() / 4 - stalled,
          lost.at(),
          one,
          "what was lost to be freed at the store, tried until that is certain or the ttl is over",
          tries.isEmpty()
              ? "nothing was sent to free it"
              : "the last of "
                  + tries.size()
                  + " tries was "
                  + Text.ms(last - lost.at())
                  + " after the loss, and none had a definite answer");
    }
  }
}
