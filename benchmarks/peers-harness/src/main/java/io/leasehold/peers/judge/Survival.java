package io.leasehold.peers.judge;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

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

  /**
   * Whoever asks after the first ttl is over asks for what only renewals can have kept. Where the
   * machine stood still for as long as a renewal interval nothing is said.
   */
  private static void judge(History history, Acquisition held, Judgement.Sheet sheet) {
    long got = held.when(What.GOT).orElseThrow();
    long renewed = held.first(What.GOT).orElseThrow().number("asked") + held.ttl();
    List<Ask> others = others(history, held);
    Optional<Ask> first = others.stream().filter(Ask::isGot).findFirst();
    if (first.isPresent()) {
      Event answer = first.get().answer();
      if (history.stalled(got, answer.at()) > history.nanos("interval")) {
        sheet.doubt("the machine stood still while " + held + " was to be renewed");
        return;
      }
      sheet.expect(
          false,
          answer.at(),
          held,
          "nobody else to be granted it before its holder lets it go",
          "contender "
              + first.get().by()
              + " was granted it "
              + Duration.ofNanos(answer.at() - got).toMillis()
              + " ms after its holder, who had not let it go");
      return;
    }
    others.stream()
        .filter(ask -> ask.answer().at() >= renewed)
        .forEach(ask -> sheet.expect(true, ask.answer().at(), held, "", ""));
  }

  /** What others asked and were told of it while it was held. */
  private static List<Ask> others(History history, Acquisition held) {
    long got = held.when(What.GOT).orElseThrow();
    long let = held.when(What.LET).orElse(Long.MAX_VALUE);
    return Ask.in(history).stream()
        .filter(ask -> ask.name().equals(held.name()) && (ask.isBusy() || ask.isGot()))
        .filter(ask -> !ask.answer().owner().equals(held.owner()))
        .filter(ask -> ask.answer().at() > got && ask.answer().at() < let)
        .toList();
  }
}
