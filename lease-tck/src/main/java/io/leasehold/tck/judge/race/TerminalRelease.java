package io.leasehold.tck.judge.race;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Gaps;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.OptionalLong;

/**
 * Once a release has begun no renewal of that acquisition is sent. A renewal that was under way is
 * fine: the release waits for it, for one call at most, before it is sent itself. So a renewal is
 * too late if it was sent after the release was, or one call after the application let go. Decisive
 * is every release that was watched for longer than until the next renewal would have been due.
 */
public final class TerminalRelease {

  private TerminalRelease() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Gaps gaps = Gaps.of(history);
    for (Acquisition one : history.acquisitions()) {
      OptionalLong let = one.when(What.LET);
      if (let.isEmpty()) {
        continue;
      }
      if (gaps.in(one)) {
        sheet.doubt(Gaps.doubt(one));
      } else {
        judge(history, one, let.getAsLong(), sheet);
      }
    }
    return sheet.judgement();
  }

  private static void judge(History history, Acquisition one, long let, Judgement.Sheet sheet) {
    long timeout = history.nanos("callTimeout");
    long sent =
        one.calls("release").stream()
            .mapToLong(call -> call.sent().at())
            .filter(at -> at >= let)
            .min()
            .orElse(Long.MAX_VALUE);
    long limit = Math.min(sent, let + timeout);
    for (StoreCall renewal : one.calls("renew")) {
      long at = renewal.sent().at();
      if (at > limit && at - limit > history.stalled(let, at)) {
        sheet.expect(
            false,
            at,
            one,
            "no renewal after the release has begun",
            "a renewal was sent " + Text.ms(at - let) + " after it was let go");
        return;
      }
    }
    if (watchedUntil(history, one) - let > history.nanos("interval") * 6 / 5) {
      sheet.expect(true, let, one, "", "");
    }
  }

  private static long watchedUntil(History history, Acquisition one) {
    return history.all(What.CLOSE).stream()
        .filter(event -> event.by().equals(one.by()) && event.is("phase", "begin"))
        .mapToLong(Event::at)
        .min()
        .orElse(history.events().get(history.events().size() - 1).at());
  }
}
