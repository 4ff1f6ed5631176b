package io.leasehold.tck.judge.race;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Gaps;
import io.leasehold.tck.judge.Judgement;
import java.util.List;
import java.util.Optional;

/**
 * Every lease that was given out ends exactly once, and all that is said of its end agrees: the
 * listeners of a loss, {@code whenEnded}, and what {@code release} returned. An end may be missing
 * only if the client was never closed while it was watched, or if the machine stood still for
 * longer than its closing waits.
 */
public final class Endings {

  private static final String ENDS = "exactly one end of every lease";
  private static final String AGREES = "one story of how a lease ended";

  private final History history;
  private final Judgement.Sheet sheet = new Judgement.Sheet();

  private Endings(History history) {
    this.history = history;
  }

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Endings endings = new Endings(history);
    Gaps gaps = Gaps.of(history);
    for (Acquisition one : history.acquisitions()) {
      if (one.isGot() && gaps.in(one)) {
        endings.sheet.doubt(Gaps.doubt(one));
      } else if (one.isGot()) {
        endings.judge(one);
      }
    }
    return endings.sheet.judgement();
  }

  private void judge(Acquisition one) {
    List<Event> ends = one.all(What.ENDED);
    if (ends.isEmpty()) {
      missing(one);
      return;
    }
    Event end = ends.get(0);
    sheet.expect(
        ends.size() == 1,
        ends.get(ends.size() - 1).at(),
        one,
        ENDS,
        "whenEnded() completed " + ends.size() + " times");
    losses(one, end);
    one.first(What.RELEASED).ifPresent(released -> result(one, end, released.fact("result")));
  }

  private void missing(Acquisition one) {
    Optional<Event> closed = closing(one, "end");
    if (closed.isEmpty()) {
      sheet.doubt("the client of " + one.by() + " was not closed while it was watched");
      return;
    }
    long begin = closing(one, "begin").map(Event::at).orElse(closed.get().at());
    if (history.stalled(begin, closed.get().at()) > history.nanos("callTimeout")) {
      sheet.doubt("the machine stood still while " + one.by() + " was closed");
      return;
    }
    sheet.expect(
        false, closed.get().at(), one, ENDS, "whenEnded() had not completed when it was closed");
  }

  private Optional<Event> closing(Acquisition one, String phase) {
    return history.all(What.CLOSE).stream()
        .filter(event -> event.by().equals(one.by()) && event.is("phase", phase))
        .findFirst();
  }

  private void losses(Acquisition one, Event end) {
    List<Event> losses = one.all(What.LOST);
    boolean lost = end.is("state", "LOST");
    Event last = losses.isEmpty() ? end : losses.get(losses.size() - 1);
    boolean agrees =
        lost
            ? losses.size() == 1 && last.is("reason", end.fact("reason")) && last.at() <= end.at()
            : losses.isEmpty();
    sheet.expect(
        agrees,
        Math.max(last.at(), end.at()),
        one,
        AGREES,
        "it ended as "
            + end.fact("state")
            + (lost ? " (" + end.fact("reason") + ")" : "")
            + ", and its listener was called with "
            + losses.stream().map(event -> event.fact("reason")).toList());
  }

  private void result(Acquisition one, Event end, String result) {
    String state = end.fact("state");
    boolean agrees =
        switch (result) {
          case "RELEASED" -> state.equals("RELEASED");
          case "NOT_OWNER" -> state.equals("LOST");
          default -> true; // a second caller does not wait for ever
        };
    sheet.expect(
        agrees, end.at(), one, AGREES, "release() returned " + result + ", it ended as " + state);
  }
}
