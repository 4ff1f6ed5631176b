package io.leasehold.peers.judge;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.time.Duration;

/**
 * A name that nobody holds, by what each caller was told, is free at the latest one ttl, the
 * takeover lag and a few calls after the last caller was told so.
 */
public final class Orphans {

  private static final int CALLS = 2;

  private Orphans() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Ask ask : Ask.in(history)) {
      if (!(ask.isBusy() || ask.isGot()) || isHeld(history, ask)) {
        continue;
      }
      long last = last(history, ask);
      if (ask.asked().at() < last + bound(history)) {
        continue;
      }
      sheet.expect(
          ask.isGot(),
          ask.answer().at(),
          ask.name(),
          ask.by(),
          "what no caller has got to be free when one ttl and two calls have passed",
          "\""
              + ask.name()
              + "\" was held by nobody, and still taken "
              + Duration.ofNanos(ask.asked().at() - last).toMillis()
              + " ms after its last caller was told so");
    }
    return sheet.judgement();
  }

  private static long bound(History history) {
    return history.scenario().number("ttl")
        + history.nanos("lag")
        + history.nanos("error")
        + CALLS * history.nanos("callTimeout");
  }

  private static boolean isHeld(History history, Ask ask) {
    for (Acquisition one : history.acquisitions()) {
      if (one.name().equals(ask.name())
          && one.isGot()
          && !one.owner().equals(ask.answer().owner())) {
        long got = one.when(What.GOT).orElseThrow();
        long released = one.when(What.RELEASED).orElse(Long.MAX_VALUE);
        if (got < ask.answer().at() && released > ask.asked().at()) {
          return true;
        }
      }
    }
    return false;
  }

  /** When anybody was last told anything about it. */
  private static long last(History history, Ask ask) {
    return history.events().stream()
        .filter(event -> event.name().equals(ask.name()) && event.at() < ask.asked().at())
        .filter(event -> event.what() == What.FAILED || event.what() == What.RELEASED)
        .mapToLong(Event::at)
        .max()
        .orElse(Long.MAX_VALUE / 2);
  }
}
