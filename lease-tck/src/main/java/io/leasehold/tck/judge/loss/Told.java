package io.leasehold.tck.judge.loss;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.util.List;

/**
 * Every loss is told exactly once, with a reason. There is a loss where the end is said to be one,
 * and where validity ran out, by the store's acknowledgements, while nobody had let go or closed
 * and the machine ran.
 */
public final class Told {

  private Told() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Validity validity = new Validity(history);
    Losses.eachGot(
        history,
        sheet,
        one -> {
          if (isLost(history, validity, one)) {
            judge(history, one, sheet);
          }
        });
    return sheet.judgement();
  }

  private static boolean isLost(History history, Validity validity, Acquisition one) {
    boolean said =
        one.first(What.LOST).isPresent()
            || one.all(What.ENDED).stream().anyMatch(end -> end.is("state", "LOST"));
    if (said || validity.stoodStill(one)) {
      return said;
    }
    long end = validity.endsAtTheStore(one, Long.MAX_VALUE - 1).orElseThrow();
    long room = history.nanos("interval") + history.stalled(end, end + one.ttl());
    return one.when(What.LET).orElse(Long.MAX_VALUE) > end
        && validity.watchedUntil(one) > end + room;
  }

  private static void judge(History history, Acquisition one, Judgement.Sheet sheet) {
    List<Event> told = one.all(What.LOST);
    long at =
        told.isEmpty()
            ? history.events().get(history.events().size() - 1).at()
            : told.get(told.size() - 1).at();
    sheet.expect(
        told.size() == 1 && !told.get(0).fact("reason").isEmpty(),
        at,
        one,
        "a loss to be told exactly once, with its reason",
        "its listener was called "
            + told.size()
            + " times: "
            + told.stream().map(event -> event.fact("reason")).toList());
  }
}
