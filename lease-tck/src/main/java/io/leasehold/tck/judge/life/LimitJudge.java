package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;

/** What ends a lease that nobody lets go. */
public final class LimitJudge {

  private LimitJudge() {}

  /** Held for longer than its maxHold: told once, renewed no more, lost as HOLD_LIMIT. */
  public static Judgement maxHold(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition one : history.acquisitions()) {
      long maxHold = one.first(What.GOT).map(event -> event.number("maxHold")).orElse(0L);
      if (maxHold > 0 && one.when(What.LET).isEmpty()) {
        long granted = one.grant().map(StoreCall::endedAt).orElse(one.when(What.GOT).orElseThrow());
        limit(history, one, granted + maxHold, sheet);
      }
    }
    return sheet.judgement();
  }

  private static void limit(History history, Acquisition one, long limit, Judgement.Sheet sheet) {
    long soon = limit + history.nanos("ttl") / 10;
    List<StoreCall> late =
        one.calls("renew").stream()
            .filter(call -> call.sent().at() > soon + history.stalled(limit, call.sent().at()))
            .toList();
    sheet.expect(
        late.isEmpty(),
        soon,
        one,
        "no renewal once it was held for its maxHold",
        late.size() + " renewals, the last long after its limit");
    long end = one.provenFrom().orElse(limit) + one.ttl();
    List<Event> ends = one.all(What.ENDED);
    List<Event> told = one.all(What.OVERDUE);
    if (Observed.end(history, one) < end) {
      sheet.doubt("the history ends before the ttl of the lease that was held too long");
      return;
    }
    long began = one.provenFrom().orElse(limit);
    if (!ends.isEmpty()
        && ends.get(0).is("reason", "LOCAL_PAUSE")
        && history.stalled(began, ends.get(0).at()) > history.nanos("margin")) {
      sheet.doubt("the machine stood still until the lease had lapsed");
      return;
    }
    sheet.expect(
        told.size() == 1
            && told.get(0).at() >= limit - history.nanos("ttl") / 10
            && told.get(0).at() <= soon + history.stalled(limit, told.get(0).at()),
        soon,
        one,
        "its holder to be told once, when it was held for its maxHold",
        "told " + told.size() + " times");
    sheet.expect(
        ends.size() == 1
            && ends.get(0).is("reason", "HOLD_LIMIT")
            && ends.get(0).at() <= end + history.stalled(limit, ends.get(0).at()),
        end,
        one,
        "it to be lost as HOLD_LIMIT when its ttl is over",
        ends.isEmpty() ? "it goes on" : "it ends as " + ends.get(0).facts());
  }

  /** A handle that was dropped and collected: renewed no more, and released. */
  public static Judgement dropped(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition one : history.acquisitions()) {
      for (Event dropped : one.all(What.DROPPED)) {
        long bound = history.nanos("interval");
        long until = dropped.at() + bound + history.stalled(dropped.at(), dropped.at() + bound);
        boolean released =
            one.calls("release").stream().anyMatch(call -> call.sent().at() <= until);
        long renewed = one.calls("renew").stream().filter(call -> call.sent().at() > until).count();
        sheet.expect(
            released && renewed == 0,
            until,
            one,
            "a lease whose handle is gone to be released, and renewed no more",
            (released ? "released, " : "not released ")
                + Text.ms(bound)
                + " after its handle was collected; "
                + renewed
                + " renewals after that");
      }
    }
    return sheet.judgement();
  }
}
