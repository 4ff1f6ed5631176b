package io.leasehold.tck.judge.cut;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Cut;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Optional;

/**
 * A cut that is not longer than one call's bound costs no lease: the engine takes a ttl only if it
 * leaves room for one renewal that is lost and another one.
 */
public final class ShortCuts {

  private ShortCuts() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    List<Cut> cuts = Cut.of(history);
    long ttl = history.nanos("ttl");
    for (Cut cut : cuts) {
      boolean brief =
          cut.severs()
              && cut.end() < Long.MAX_VALUE
              && cut.end() - cut.begin() <= Cuts.callTimeout(history, cut.target());
      boolean single =
          cuts.stream()
              .filter(other -> !other.equals(cut) && other.target().equals(cut.target()))
              .noneMatch(other -> other.overlaps(cut.begin() - ttl, cut.end() + ttl));
      if (brief && single) {
        history.acquisitions().stream()
            .filter(one -> one.isGot() && one.by().equals(cut.target()))
            .filter(one -> one.when(What.GOT).orElseThrow() < cut.begin())
            .filter(one -> one.when(What.LET).orElse(Long.MAX_VALUE) > cut.end())
            .filter(one -> Cuts.toldAt(one) > cut.begin())
            .forEach(one -> judge(history, cut, one, sheet));
      }
    }
    return sheet.judgement();
  }

  private static void judge(History history, Cut cut, Acquisition one, Judgement.Sheet sheet) {
    long until = cut.end() + one.ttl();
    Optional<Event> lost =
        one.first(What.LOST)
            .filter(loss -> loss.at() <= until)
            .filter(loss -> loss.at() < one.when(What.LET).orElse(Long.MAX_VALUE));
    long to = lost.map(Event::at).orElse(cut.end());
    if (lost.isPresent()
        && history.stalled(cut.begin() - one.ttl(), to) > Cuts.slack(history) / 2) {
      sheet.doubt("the machine stood still while the wire was cut");
      return;
    }
    sheet.expect(
        lost.isEmpty(),
        to,
        one,
        "a cut of " + Text.ms(cut.end() - cut.begin()) + " to cost no lease",
        lost.map(loss -> "it was lost: " + loss.fact("reason")).orElse(""));
  }
}
