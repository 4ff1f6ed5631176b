package io.leasehold.peers.judge;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.time.Duration;
import java.util.List;

/** What a former holder still sends changes nothing of its successor's, and it is told so. */
public final class Successor {

  private Successor() {}

  /**
   * A successor's lock is granted to no third before its first ttl is over, counted from when it
   * asked, or it lets go.
   */
  public static Judgement undisturbed(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    List<Ask> asks = Ask.in(history);
    for (Acquisition after : history.acquisitions()) {
      if (!hasFormer(history, after)) {
        continue;
      }
      long got = after.when(What.GOT).orElseThrow();
      long safe =
          after.first(What.GOT).orElseThrow().number("asked")
              + after.ttl()
              - history.nanos("margin")
              - history.nanos("error");
      long end = Math.min(safe, after.when(What.LET).orElse(Long.MAX_VALUE));
      for (Ask ask : asks) {
        boolean third =
            ask.name().equals(after.name())
                && ask.asked().at() > got
                && ask.answer().at() < end
                && (ask.isGot() || ask.isBusy());
        if (third) {
          sheet.expect(
              ask.isBusy(),
              ask.answer().at(),
              after,
              "a former holder's late messages to leave its successor's lock alone",
              "contender "
                  + ask.by()
                  + " was granted it "
                  + Duration.ofNanos(ask.answer().at() - got).toMillis()
                  + " ms after the successor, who had let nothing go");
        }
      }
    }
    return sheet.judgement();
  }

  /** Who releases after another was granted the name is not told that it released it. */
  public static Judgement told(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition after : history.acquisitions()) {
      if (!after.isGot()) {
        continue;
      }
      long got = after.when(What.GOT).orElseThrow();
      for (Acquisition former : history.byName().getOrDefault(after.name(), List.of())) {
        boolean late =
            former.isGot()
                && former.when(What.GOT).orElseThrow() < got
                && former.when(What.LET).orElse(Long.MIN_VALUE) > got
                && former.first(What.RELEASED).isPresent();
        if (late) {
          String result = former.first(What.RELEASED).orElseThrow().fact("result");
          sheet.expect(
              !result.equals("RELEASED"),
              former.when(What.RELEASED).orElseThrow(),
              former,
              "a release after another was granted the name to say that it freed nothing",
              "told " + result);
        }
      }
    }
    return sheet.judgement();
  }

  private static boolean hasFormer(History history, Acquisition after) {
    return after.isGot()
        && history.byName().getOrDefault(after.name(), List.of()).stream()
            .anyMatch(
                former ->
                    former.isGot()
                        && former.when(What.GOT).orElseThrow() < after.when(What.GOT).orElseThrow()
                        && isCut(history, former.by()));
  }

  private static boolean isCut(History history, String by) {
    return history.all(What.FAULT).stream().anyMatch(fault -> fault.is("target", by));
  }
}
