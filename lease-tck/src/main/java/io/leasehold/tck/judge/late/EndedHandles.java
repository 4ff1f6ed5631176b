package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.util.List;
import java.util.Map;

/**
 * A handle that has ended says for ever how: each release() says the same, renew() renews nothing,
 * it is not held again, and no renewal leaves for it.
 */
public final class EndedHandles {

  private static final Map<String, String> RESULTS =
      Map.of("RELEASED", "RELEASED", "RELEASE_UNKNOWN", "UNKNOWN", "LOST", "NOT_OWNER");

  private EndedHandles() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition one : history.acquisitions()) {
      one.first(What.ENDED).ifPresent(end -> judge(one, end, sheet));
    }
    return sheet.judgement();
  }

  private static void judge(Acquisition one, Event end, Judgement.Sheet sheet) {
    String state = end.fact("state");
    for (Event event : one.events()) {
      boolean after = event.at() > end.at();
      if (after && event.what() == What.RELEASED) {
        sheet.expect(
            event.is("result", RESULTS.getOrDefault(state, "")),
            event.at(),
            one,
            "release() of a lease that ended as " + state + " to say " + RESULTS.get(state),
            "it said " + event.fact("result"));
      } else if (after && event.what() == What.RENEWED) {
        sheet.expect(
            !event.is("result", "RENEWED"),
            event.at(),
            one,
            "renew() of a lease that ended as " + state + " to fail",
            "it returned");
      } else if (after && event.what() == What.NOT_HELD) {
        sheet.expect(true, event.at(), one, "", "");
      } else if (after && event.what() == What.HELD) {
        sheet.expect(
            false, event.at(), one, "a lease that has ended not to be held", "isHeld() was true");
      }
    }
    List<StoreCall> renewals =
        one.calls("renew").stream().filter(call -> call.sent().at() > end.at()).toList();
    sheet.expect(
        renewals.isEmpty(),
        renewals.isEmpty() ? end.at() : renewals.get(0).sent().at(),
        one,
        "no renewal to leave for a lease that has ended",
        renewals.size() + " left after it had ended as " + state);
  }
}
