package io.leasehold.tck.judge.process;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.Optional;

/** A pause that leaves time for a renewal costs no lease. */
public final class ShortPauses {

  private ShortPauses() {}

  /** Judges each lease that a process held when it was woken with time enough. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Halt.doubts(history, sheet);
    for (Halt halt : Halt.woken(history)) {
      for (Acquisition one : halt.held(history)) {
        long until =
            one.provenFrom(halt.sent()).orElse(Long.MIN_VALUE / 2)
                + one.ttl()
                - history.nanos("margin");
        long left = until - halt.to() - history.stalled(halt.to(), Math.max(halt.to(), until));
        if (left > history.nanos("callTimeout")) {
          judge(history, halt, one, left, sheet);
        }
      }
    }
    return sheet.judgement();
  }

  private static void judge(
      History history, Halt halt, Acquisition one, long left, Judgement.Sheet sheet) {
    long let = one.when(What.LET).orElse(Long.MAX_VALUE);
    // A later pause may cost it what this one did not.
    long next =
        Halt.all(history).stream()
            .filter(other -> other.by().equals(halt.by()) && other.sent() > halt.to())
            .mapToLong(Halt::sent)
            .min()
            .orElse(Long.MAX_VALUE);
    Optional<Event> loss =
        Excuse.lossAfter(one, halt.from())
            .filter(event -> event.at() < Math.min(let, next))
            .filter(event -> !Excuse.explains(history, one, event.at()));
    sheet.expect(
        loss.isEmpty(),
        loss.map(Event::at).orElse(halt.to()),
        one,
        "a pause that leaves time for a renewal to cost no lease",
        "lost after a pause of "
            + Text.ms(halt.to() - halt.from())
            + ", although "
            + Text.ms(left)
            + " were left");
  }
}
