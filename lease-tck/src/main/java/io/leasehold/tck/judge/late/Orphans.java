package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import io.leasehold.tck.judge.late.Sightings.Sighting;
import java.util.Optional;

/**
 * What an acquire without an answer may have got is gone one ttl and the lag after it can have run
 * for the last time, and nobody renews it.
 */
public final class Orphans {

  private Orphans() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Sightings sightings = Sightings.of(history);
    boolean sessions = history.scenario().is("t.ttlScope", "SESSION");
    for (Acquisition one : history.acquisitions()) {
      if (Calls.isLost(one)) {
        sheet.expect(
            one.calls("renew").isEmpty(),
            Calls.lastExecution(one),
            one,
            "nobody to renew what no caller has got",
            "it was renewed");
        if (!sessions) { // a session is kept by what else it carries, until the abandon
          runsOut(sightings, one, sheet);
        }
      }
    }
    return sheet.judgement();
  }

  private static void runsOut(Sightings sightings, Acquisition one, Judgement.Sheet sheet) {
    long last = Calls.lastExecution(one);
    long gone = sightings.gone(one.name(), last, Calls.ttl(one));
    if (sightings.decisive(one.name(), gone).isEmpty()) {
      return;
    }
    Optional<Sighting> still =
        sightings.decisive(one.name(), gone).stream()
            .filter(sighting -> sighting.owner().equals(one.owner()))
            .findFirst();
    sheet.expect(
        still.isEmpty(),
        still.map(Sighting::at).orElse(gone),
        one,
        "its name to be free one ttl and the takeover lag after it can have run",
        "the store still named it "
            + Text.ms(still.map(Sighting::at).orElse(gone) - last)
            + " after it can have run for the last time");
  }
}
