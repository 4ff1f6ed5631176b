package io.leasehold.tck.judge.process;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Set;

/** Woken code is told once, soon, and with a reason that can be true, that its lease is lost. */
public final class ToldWhenWoken {

  private static final Set<String> REASONS =
      Set.of("LOCAL_PAUSE", "NOT_OWNER", "UNREACHABLE", "SESSION_ENDED");

  private ToldWhenWoken() {}

  /** Judges each lease that a pause outlived. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Halt.doubts(history, sheet);
    for (Halt halt : Halt.woken(history)) {
      halt.outlived(history).forEach(one -> judge(history, halt, one, sheet));
    }
    return sheet.judgement();
  }

  private static void judge(History history, Halt halt, Acquisition one, Judgement.Sheet sheet) {
    List<Event> told = one.all(What.LOST);
    long due = halt.running() + history.nanos("interval");
    long at = told.isEmpty() ? due : told.get(0).at();
    sheet.expect(
        told.size() == 1,
        at,
        one,
        "woken code to be told of a loss exactly once",
        "told " + told.size() + " times");
    if (told.isEmpty()) {
      return;
    }
    sheet.expect(
        at <= due + history.stalled(halt.to(), at),
        at,
        one,
        "woken code to be told of a loss at once",
        "told " + Text.ms(at - halt.to()) + " after it was woken");
    String reason = told.get(0).fact("reason");
    sheet.expect(
        REASONS.contains(reason),
        at,
        one,
        "a reason that can be true after a pause, one of " + REASONS,
        "told that it was lost by " + reason);
    List<Event> ends = one.all(What.ENDED);
    sheet.expect(
        ends.size() == 1 && ends.get(0).is("state", "LOST"),
        at,
        one,
        "a lease that a pause outlived to end once, as lost",
        "its ends were " + ends.stream().map(end -> end.fact("state")).toList());
  }
}
