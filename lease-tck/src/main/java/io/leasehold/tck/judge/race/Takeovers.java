package io.leasehold.tck.judge.race;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.judge.Alive;
import io.leasehold.tck.judge.Gaps;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;

/**
 * No attempt is granted while another grant of the name certainly stands: it was acknowledged
 * before the attempt was sent, and the attempt was answered before the last ttl that the store
 * confirmed had ended and before anything was asked that may have freed the name. Every attempt
 * that was answered in such a time decides: busy keeps the rule, a grant breaks it.
 */
public final class Takeovers {

  private Takeovers() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Alive alive = Alive.in(history);
    Gaps gaps = Gaps.of(history);
    history
        .byName()
        .values()
        .forEach(
            all -> {
              for (Acquisition holder : all) {
                if (holder.grant().isPresent()) {
                  judge(holder, alive.until(holder), all, gaps, history.error(), sheet);
                }
              }
            });
    return sheet.judgement();
  }

  private static void judge(
      Acquisition holder,
      long until,
      List<Acquisition> all,
      Gaps gaps,
      long error,
      Judgement.Sheet sheet) {
    for (Acquisition other : all) {
      for (StoreCall attempt : other.calls("acquire")) {
        boolean during =
            other != holder
                && attempt.sent().at() >= holder.grant().orElseThrow().endedAt() + error
                && attempt.endedAt() < until;
        boolean granted = attempt.outcome().equals("GRANTED");
        if (!during || !(granted || attempt.outcome().equals("BUSY"))) {
          continue;
        }
        if (granted && gaps.any()) {
          sheet.doubt("somebody may have freed \"" + holder.name() + "\": a recorder has a gap");
          continue;
        }
        sheet.expect(
            !granted,
            attempt.endedAt(),
            other,
            "nobody to be granted a name whose grant still stands",
            "granted " + Text.ms(until - attempt.endedAt()) + " before the end of " + holder);
      }
    }
  }
}
