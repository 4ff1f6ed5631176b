package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;

/** Leases that nothing is done to are renewed and kept, whatever happens beside them. */
public final class KeptJudge {

  private static final long WINDOW = 10_000_000;

  /** A renewal waits for its turn on a busy machine twice: the watchdog, then a worker. */
  private static final int TURNS = 2;

  private KeptJudge() {}

  /** A client that has a crowd of callers keeps what it holds, if a client without one does. */
  public static Judgement besideACrowd(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    boolean control =
        Roles.got(history, Roles.CONTROL).stream().noneMatch(one -> isLost(history, one));
    for (Acquisition one : Roles.got(history, Roles.BESIDE)) {
      if (control) {
        kept(history, one, sheet);
      } else {
        sheet.doubt("a client without a crowd lost its lease as well: the machine is too busy");
      }
    }
    return sheet.judgement();
  }

  /** Sound leases are kept, and renewed as if the others were not there. */
  public static Judgement sound(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition one : Roles.got(history, Roles.SOUND)) {
      kept(history, one, sheet);
      renewed(history, one, sheet);
    }
    for (Event tally : history.all(What.TALLY)) {
      if (standsStill(history)) {
        sheet.doubt("the machine stood still for a part of a ttl: it may have cost a lease");
        continue;
      }
      sheet.expect(
          tally.number("lost") <= tally.number("poisoned"),
          tally.at(),
          "",
          tally.by(),
          "none but the poisoned leases to be lost",
          tally.fact("lost")
              + " of "
              + tally.fact("leases")
              + " leases were lost, "
              + tally.fact("poisoned")
              + " of them poisoned");
    }
    return sheet.judgement();
  }

  /** For a quarter of a ttl in all: nobody knows of leases that are only counted when it did. */
  private static boolean standsStill(History history) {
    long ttl =
        history.acquisitions().stream().mapToLong(Acquisition::ttl).max().orElse(Long.MAX_VALUE);
    return history.stalled(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2) >= ttl / 4;
  }

  private static void kept(History history, Acquisition one, Judgement.Sheet sheet) {
    kept(history, one, "it to be kept: nothing was done to it", sheet);
  }

  static void kept(History history, Acquisition one, String expected, Judgement.Sheet sheet) {
    sheet.expect(
        !isLost(history, one),
        one.when(What.LOST).orElse(0),
        one,
        expected,
        "lost as " + one.first(What.LOST).map(event -> event.fact("reason")).orElse(""));
  }

  /** Lost otherwise than by its own client's closing, or by a machine that stood still for it. */
  private static boolean isLost(History history, Acquisition one) {
    return one.first(What.LOST)
        .filter(event -> !event.is("reason", "CLIENT_CLOSED"))
        .filter(event -> history.stalled(event.at() - one.ttl(), event.at()) < one.ttl() / 4)
        .isPresent();
  }

  private static void renewed(History history, Acquisition one, Judgement.Sheet sheet) {
    // When they were sent: what they prove may lag behind, by intervals if the store says so.
    List<Long> sent = one.confirmed().stream().map(call -> call.sent().at()).sorted().toList();
    long interval = (long) ((double) one.ttl() * history.nanos("interval") / history.nanos("ttl"));
    long due = interval * 11 / 10 + WINDOW + history.nanos("callTimeout");
    long end = Math.min(Observed.end(history, one), one.when(What.LOST).orElse(Long.MAX_VALUE));
    for (int i = 0; i < sent.size(); i++) {
      long from = sent.get(i);
      long to = i + 1 < sent.size() ? sent.get(i + 1) : end;
      if (to > from) {
        sheet.expect(
            to - from <= due + TURNS * history.stalled(from, to),
            to,
            one,
            "a renewal each interval, whatever happens to others",
            "renewed " + Text.ms(to - from) + " after the renewal before; due in " + Text.ms(due));
      }
    }
  }

  /** A client sends at most twice as many renewals as are due. */
  public static Judgement sparing(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Event tally : history.all(What.TALLY)) {
      // The first of each lease may come early, so that those of many do not come together.
      long due = tally.number("due") + tally.number("leases");
      sheet.expect(
          tally.number("renewals") <= 2 * due,
          tally.at(),
          "",
          tally.by(),
          "at most twice as many renewals as are due",
          tally.fact("renewals") + " for " + tally.fact("leases") + " leases, " + due + " due");
    }
    return sheet.judgement();
  }
}
