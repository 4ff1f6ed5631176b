package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.late.Sightings.Sighting;
import java.util.Optional;

/** An acquire that arrives after it was abandoned for certain is granted to nobody. */
public final class Zombies {

  private Zombies() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Sightings sightings = Sightings.of(history);
    for (Acquisition one : history.acquisitions()) {
      long abandoned =
          one.calls("abandon").stream()
              .filter(call -> call.outcome().equals("ABANDONED"))
              .mapToLong(StoreCall::endedAt)
              .min()
              .orElse(Long.MAX_VALUE);
      for (Arrival arrival : Arrival.of(one, "ACQUIRE")) {
        if (arrival.began() > abandoned) {
          Optional<Sighting> seen = sightings.of(one, arrival.at());
          sheet.expect(
              !arrival.isGranted() && seen.isEmpty(),
              seen.map(Sighting::at).orElse(arrival.at()),
              one,
              "an acquire that was abandoned before it arrived to be granted to nobody",
              "it arrived after its abandon was confirmed and "
                  + (arrival.isGranted()
                      ? "was answered " + arrival.answer()
                      : "the store named it as the holder"));
        }
      }
    }
    return sheet.judgement();
  }
}
