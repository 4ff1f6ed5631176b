package io.leasehold.tck.judge.cut;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Cut;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.Executions;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Optional;

/**
 * A rival that waits for the name of a holder that was cut off gets it within the ttl and the
 * takeover lag of the holder's last possible execution, one poll and one call; where contenders
 * have to observe, they may see that execution one poll and one call late.
 */
public final class Takeovers {

  private Takeovers() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    List<Cut> cuts = Cut.of(history);
    for (Acquisition one : history.acquisitions()) {
      if (one.isGot()
          && one.when(What.LET).isEmpty()
          && !Cuts.severing(cuts, one).isEmpty()
          && !Cuts.isRevoked(history, one.name())) {
        waiting(history, cuts, one).ifPresent(asked -> judge(history, one, asked, sheet));
      }
    }
    return sheet.judgement();
  }

  /** The first undisturbed contender that asked for it while it was held. */
  private static Optional<Event> waiting(History history, List<Cut> cuts, Acquisition one) {
    long got = one.when(What.GOT).orElseThrow();
    return history.all(What.ASKED).stream()
        .filter(asked -> asked.name().equals(one.name()) && asked.at() > got)
        .filter(asked -> asked.at() < Cuts.toldAt(one) && asked.number("wait") > 0)
        .filter(asked -> !Cuts.isTarget(cuts, asked.by()))
        .findFirst();
  }

  private static void judge(History history, Acquisition one, Event asked, Judgement.Sheet sheet) {
    long alive = Executions.of(history, one).aliveUntil(history.nanos("lag"));
    long step = history.nanos("poll") * 11 / 10 + Cuts.callTimeout(history, asked.by());
    long steps = history.scenario().is("observer", "true") ? 2 * step : step;
    long due = Math.max(alive, asked.at()) + history.nanos("lag") + steps + history.nanos("error");
    Optional<Event> end =
        history.events().stream()
            .filter(event -> event.at() > asked.at() && event.by().equals(asked.by()))
            .filter(event -> event.name().equals(one.name()))
            .filter(event -> event.what() == What.GOT || event.what() == What.FAILED)
            .findFirst();
    boolean got = end.isPresent() && end.get().what() == What.GOT;
    long at = end.map(Event::at).orElse(Cuts.end(history));
    if (alive > Cuts.end(history) || (!got && at < due)) {
      return; // it did not wait long enough
    }
    sheet.expect(
        got && at <= due + history.stalled(alive, at),
        at,
        one,
        asked.by() + ", who waits, to get the name soon after its last possible end",
        (got ? "got it " : "had it not ") + Text.ms(at - alive) + " after that");
  }
}
