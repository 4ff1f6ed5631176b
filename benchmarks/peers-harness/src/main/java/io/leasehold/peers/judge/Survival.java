package io.leasehold.peers.judge;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.time.Duration;

/**
 * A lock is granted to nobody else before its holder lets it go. For scenes in which nothing
 * happens that may cost a lock: no fault, a short one, or one of another lock.
 */
public final class Survival {

  private Survival() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition held : history.acquisitions()) {
      if (held.isGot() && !isSpoilt(history, held.name())) {
        judge(history, held, sheet);
      }
    }
    return sheet.judgement();
  }

  private static boolean isSpoilt(History history, String name) {
    return history.all(What.FAULT).stream().anyMatch(fault -> fault.is("target", name));
  }

  /** Whoever asks after the first ttl is over asks for what only renewals can have kept. */
  private static void judge(History history, Acquisition held, Judgement.Sheet sheet) {
    long got = held.when(What.GOT).orElseThrow();
    long renewed = held.first(What.GOT).orElseThrow().number("asked") + held.ttl();
    long let = held.when(What.LET).orElse(Long.MAX_VALUE);
    for (Ask ask : Ask.in(history)) {
      Event answer = ask.answer();
      boolean another =
          ask.name().equals(held.name())
              && !answer.owner().equals(held.owner())
              && answer.at() > got
              && answer.at() < let;
      if (!another || answer.at() < renewed || !(ask.isBusy() || ask.isGot())) {
        continue;
      }
      if (ask.isGot() && history.stalled(got, answer.at()) > history.nanos("interval") / 3) {
        sheet.doubt("the machine stood still while " + held + " was to be renewed");
        continue;
      }
      sheet.expect(
          ask.isBusy(),
          answer.at(),
          held,
          "nobody else to be granted it before its holder lets it go",
          "contender "
              + ask.by()
              + " was granted it "
              + Duration.ofNanos(answer.at() - got).toMillis()
              + " ms after its holder, who had not let it go");
      if (ask.isGot()) {
        return;
      }
    }
  }
}
