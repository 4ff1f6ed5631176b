package io.leasehold.tck.judge.process;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.Optional;

/** The death of one process costs no other its lease. */
public final class Bystanders {

  private Bystanders() {}

  /** Judges each lease that others held over the death of a process. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Halt.doubts(history, sheet);
    for (Halt halt : Halt.killed(history)) {
      for (Acquisition one : history.acquisitions()) {
        if (isHeldOver(history, halt, one)) {
          judge(history, halt, one, sheet);
        }
      }
    }
    return sheet.judgement();
  }

  private static boolean isHeldOver(History history, Halt halt, Acquisition one) {
    long enough = halt.from() + history.nanos("ttl");
    return one.when(What.GOT).orElse(Long.MAX_VALUE) < halt.sent()
        && one.when(What.LET).orElse(Long.MAX_VALUE) > enough
        && Excuse.lossAfter(one, Long.MIN_VALUE).map(Event::at).orElse(Long.MAX_VALUE) > halt.sent()
        && Halt.isReliable(history, one.by())
        && Halt.all(history).stream().noneMatch(other -> other.by().equals(one.by()));
  }

  private static void judge(History history, Halt halt, Acquisition one, Judgement.Sheet sheet) {
    Optional<Event> loss =
        Excuse.lossAfter(one, halt.sent())
            .filter(event -> event.at() < one.when(What.LET).orElse(Long.MAX_VALUE));
    if (loss.isPresent() && Excuse.explains(history, one, loss.get().at())) {
      sheet.doubt("the machine stood still: " + one + " was lost by that");
      return;
    }
    sheet.expect(
        loss.isEmpty(),
        loss.map(Event::at).orElse(halt.from()),
        one,
        "the leases of others to live on when a process is killed",
        "lost "
            + Text.ms(loss.map(Event::at).orElse(0L) - halt.from())
            + " after the process of "
            + halt.by()
            + " was killed");
  }
}
