package io.leasehold.peers.judge;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.time.Duration;
import java.util.Optional;

/**
 * The name of a holder that was cut off is granted to who waits for it within ttl, takeover lag and
 * one poll of the cut.
 */
public final class Takeover {

  private Takeover() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Optional<Event> cut =
        history.all(What.FAULT).stream()
            .filter(event -> event.is("fault", "cut") && event.is("phase", "begin"))
            .findFirst();
    if (cut.isEmpty()) {
      return sheet.judgement();
    }
    long from = cut.get().at();
    long due =
        from
            + history.nanos("ttl")
            + history.nanos("lag")
            + history.nanos("poll")
            + history.nanos("callTimeout")
            + history.nanos("error");
    for (Ask ask : Ask.in(history)) {
      boolean another = !cut.get().is("target", ask.by());
      if (another && ask.answer().at() > from && ask.asked().at() < due) {
        long late = ask.answer().at() - due - history.stalled(from, ask.answer().at());
        if (ask.isGot() || ask.answer().at() > due) {
          sheet.expect(
              ask.isGot() && late <= 0,
              ask.answer().at(),
              ask.name(),
              ask.by(),
              "the name of a holder that is cut off to be granted within ttl, lag and poll",
              "contender "
                  + ask.by()
                  + (ask.isGot() ? " was granted it " : " had not got it ")
                  + Duration.ofNanos(ask.answer().at() - from).toMillis()
                  + " ms after the cut");
          return sheet.judgement();
        }
      }
    }
    return sheet.judgement();
  }
}
