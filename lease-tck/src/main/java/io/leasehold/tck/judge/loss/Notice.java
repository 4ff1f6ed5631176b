package io.leasehold.tck.judge.loss;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Finding;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.ArrayList;
import java.util.List;

/** When the holder is told of a loss. What the machine stood still is taken off. */
public final class Notice {

  private static final long LEAST_BOUND = 10_000_000;
  private static final int FEW = 100;
  private static final int FAR = 4;

  private Notice() {}

  /** Before the store may give the name to anybody else. */
  public static Judgement inTime(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Validity validity = new Validity(history);
    Losses.eachLost(
        history,
        sheet,
        (one, lost) -> {
          if (validity.stoodStill(one)) {
            sheet.doubt(one + ": its process stood still");
            return;
          }
          if (isGivenOutTooLate(validity, one)) {
            return;
          }
          long end = validity.endsAtTheStore(one, lost.at()).orElse(Long.MAX_VALUE);
          long late = lost.at() - end;
          sheet.expect(
              late < 0 || late <= stalled(history, validity, one, lost),
              lost.at(),
              one,
              "a loss to be told before the store can give the name to another",
              "told " + Text.ms(late) + " after that");
        });
    return sheet.judgement();
  }

  /**
   * Nearly all at once: at the end of validity, or at the answer that ended it, by a bound that
   * follows from the ttl; one in a hundred may take four of them.
   */
  public static Judgement atOnce(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Validity validity = new Validity(history);
    List<Finding> late = new ArrayList<>();
    List<Finding> far = new ArrayList<>();
    int[] all = {0};
    Losses.eachLost(
        history,
        sheet,
        (one, lost) -> {
          if (validity.stoodStill(one)
              || lost.is("reason", "CLIENT_CLOSED")
              || isGivenOutTooLate(validity, one)) {
            return;
          }
          all[0]++;
          long bound = Math.max(LEAST_BOUND, one.ttl() / FEW);
          long took =
              lost.at() - cause(validity, one, lost) - stalled(history, validity, one, lost);
          Finding finding =
              new Finding(
                  lost.at(),
                  one.name(),
                  one.by(),
                  "a loss to be told at once: within " + Text.ms(bound) + " nearly always",
                  one + ": told " + Text.ms(took) + " after what ended it");
          if (took > bound) {
            late.add(finding);
          }
          if (took > FAR * bound) {
            far.add(finding);
          }
        });
    int few = Math.max(1, all[0] / FEW);
    List<Finding> findings = late.size() > few ? late : far;
    Judgement seen = sheet.judgement();
    return new Judgement(all[0], findings, seen.doubts(), "");
  }

  /** Its listener could not be there in time; that it was given out at all is another rule's. */
  private static boolean isGivenOutTooLate(Validity validity, Acquisition one) {
    long got = one.when(What.GOT).orElseThrow();
    return got >= validity.ends(one, got).orElse(Long.MAX_VALUE);
  }

  /** What ended it: the clock, or the first answer that it is not the owner. */
  private static long cause(Validity validity, Acquisition one, Event lost) {
    long clock = validity.ends(one, lost.at()).orElse(lost.at());
    return one.calls().stream()
        .filter(call -> call.outcome().equals("NOT_OWNER"))
        .mapToLong(StoreCall::endedAt)
        .filter(at -> at <= lost.at())
        .reduce(clock, Math::min);
  }

  private static long stalled(History history, Validity validity, Acquisition one, Event lost) {
    return history.stalled(cause(validity, one, lost) - validity.margin(one), lost.at());
  }
}
