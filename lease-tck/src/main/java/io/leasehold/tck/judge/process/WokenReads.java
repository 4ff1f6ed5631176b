package io.leasehold.tck.judge.process;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.Optional;

/**
 * The first time that woken code looks at a lease whose ttl ended meanwhile, it is not held, and to
 * know that it needs no store.
 */
public final class WokenReads {

  private WokenReads() {}

  /** Judges the first look after each pause that outlived a lease. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Halt.doubts(history, sheet);
    for (Halt halt : Halt.woken(history)) {
      for (Acquisition one : halt.outlived(history)) {
        Optional<Event> look =
            one.events().stream()
                .filter(event -> event.what() == What.HELD || event.what() == What.NOT_HELD)
                .filter(event -> event.at() > halt.to())
                .findFirst();
        if (look.isPresent()) {
          judge(history, halt, one, look.get(), sheet);
        } else {
          sheet.doubt("nobody looked at " + one + " when its process was woken");
        }
      }
    }
    return sheet.judgement();
  }

  private static void judge(
      History history, Halt halt, Acquisition one, Event look, Judgement.Sheet sheet) {
    long since = look.at() - halt.to();
    sheet.expect(
        look.what() == What.NOT_HELD,
        look.at(),
        one,
        "woken code to find a lease not held whose ttl ended while it stood still",
        "isHeld() was true " + Text.ms(since) + " after it was woken");
    // It may have begun before the process was stopped.
    long begin = Math.max(look.at() - look.number("took"), halt.running());
    if (look.what() == What.NOT_HELD) {
      sheet.expect(
          look.at() - begin - history.stalled(begin, look.at()) < history.nanos("ttl") / 4,
          look.at(),
          one,
          "isHeld() to need no store",
          "it took " + Text.ms(look.at() - begin) + " while no call could reach the store");
    }
  }
}
