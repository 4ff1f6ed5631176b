package io.leasehold.peers.judge;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.time.Duration;

/** Waits: who waits is served soon after the name is free, and a wait in vain ends in its time. */
public final class Waits {

  private static final long EARLY = 5_000_000;

  private Waits() {}

  /** A waiter is served within one poll and one call after the name was let go. */
  public static Judgement served(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition before : history.acquisitions()) {
      long let = before.when(What.LET).orElse(Long.MAX_VALUE);
      long free = before.when(What.RELEASED).orElse(Long.MAX_VALUE);
      for (Ask ask : Ask.in(history)) {
        boolean waited =
            ask.name().equals(before.name())
                && ask.asked().number("wait") > 0
                && ask.asked().at() < let
                && ask.answer().at() > let
                && !ask.by().equals(before.by());
        if (!waited || free == Long.MAX_VALUE) {
          continue;
        }
        long late =
            ask.answer().at()
                - free
                - history.nanos("poll")
                - history.nanos("callTimeout")
                - history.stalled(let, ask.answer().at());
        sheet.expect(
            ask.isGot() && late <= 0,
            ask.answer().at(),
            ask.name(),
            ask.by(),
            "a waiter to be served within the poll bound once the name is free",
            "contender "
                + ask.by()
                + (ask.isGot() ? " was served " : " was told that it had waited in vain ")
                + Duration.ofNanos(ask.answer().at() - free).toMillis()
                + " ms after the name was free");
      }
    }
    return sheet.judgement();
  }

  /** A wait in vain ends not before its time, and within two call timeouts after it. */
  public static Judgement inTime(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Ask ask : Ask.in(history)) {
      long wait = ask.asked().number("wait");
      if (wait > 0 && ask.isInVain()) {
        long took = ask.answer().at() - ask.asked().at();
        long stalled = history.stalled(ask.asked().at(), ask.answer().at());
        sheet.expect(
            took >= wait - EARLY && took <= wait + 2 * history.nanos("callTimeout") + stalled,
            ask.answer().at(),
            ask.name(),
            ask.by(),
            "a wait to end in its time and two call timeouts, and not earlier",
            "contender "
                + ask.by()
                + " wanted to wait "
                + Duration.ofNanos(wait).toMillis()
                + " ms and was told after "
                + Duration.ofNanos(took).toMillis()
                + " ms");
      }
    }
    return sheet.judgement();
  }
}
