package io.leasehold.peers.judge;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.time.Duration;
import java.util.Optional;

/** What a closed client held is free when its ttl and the takeover lag are over, at the latest. */
public final class Closing {

  private Closing() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition held : history.acquisitions()) {
      Optional<Event> closed =
          history.all(What.CLOSE).stream()
              .filter(event -> event.by().equals(held.by()) && event.is("phase", "end"))
              .findFirst();
      if (!held.isGot() || held.first(What.LET).isPresent() || closed.isEmpty()) {
        continue;
      }
      long from = closed.get().at();
      long due = from + held.ttl() + history.nanos("lag") + history.nanos("error");
      for (Ask ask : Ask.in(history)) {
        boolean decides =
            ask.name().equals(held.name())
                && ask.asked().at() > from
                && (ask.isGot() || (ask.isBusy() && ask.asked().at() > due));
        if (decides) {
          sheet.expect(
              ask.isGot(),
              ask.answer().at(),
              held,
              "what a closed client held to be free when its ttl is over",
              "still taken " + Duration.ofNanos(ask.asked().at() - from).toMillis() + " ms after");
          break;
        }
      }
    }
    return sheet.judgement();
  }
}
