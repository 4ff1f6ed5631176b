package io.leasehold.tck.judge.time;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.Executions;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Map;

/**
 * A record that died by its ttl stays dead: later than its last possible execution, one ttl and the
 * takeover lag, the store never again names that acquisition as the holder, whatever of it still
 * arrives.
 */
public final class Resurrection {

  private Resurrection() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Map<String, List<Sample>> samples = Sample.byName(history);
    long slack = history.nanos("lag") + history.nanos("error");
    for (Acquisition one : history.acquisitions()) {
      if (one.grant().isEmpty() || Names.isRevoked(history, one.name())) {
        continue;
      }
      long alive = Executions.of(history, one).aliveUntil(history.nanos("lag"));
      if (alive == Long.MIN_VALUE || alive >= Long.MAX_VALUE - slack) {
        continue;
      }
      long dead = alive + slack;
      boolean diedByTtl = one.when(What.LET).isEmpty() || arrivedAfter(one, dead);
      if (diedByTtl) {
        samples.getOrDefault(one.name(), List.of()).stream()
            .filter(sample -> sample.asked() > dead)
            .forEach(
                sample ->
                    sheet.expect(
                        !sample.owner().equals(one.owner()),
                        sample.at(),
                        one,
                        "a record that died by its ttl to stay dead",
                        "it is the holder again "
                            + Text.ms(sample.at() - alive)
                            + " after its last possible end"));
      }
    }
    return sheet.judgement();
  }

  private static boolean arrivedAfter(Acquisition one, long dead) {
    return one.all(What.FAULT).stream()
        .filter(event -> event.is("fault", "ARRIVED"))
        .mapToLong(Event::at)
        .anyMatch(at -> at > dead);
  }
}
