package io.leasehold.tck.judge.time;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The remaining time of a held lease is a saw-tooth with teeth of one height: what the store has
 * left after each confirmed renewal is the same ttl, up to a quarter.
 */
public final class SawTooth {

  private static final double AMPLITUDE = 1.25;

  private SawTooth() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Map<String, List<Sample>> samples = Sample.byName(history);
    for (Acquisition one : history.acquisitions()) {
      List<Sample> own =
          samples.getOrDefault(one.name(), List.of()).stream()
              .filter(sample -> sample.owner().equals(one.owner()))
              .toList();
      if (!Names.isRevoked(history, one.name()) && one.confirmed().size() > 1) {
        judge(one, own, sheet);
      }
    }
    return sheet.judgement();
  }

  private static void judge(Acquisition one, List<Sample> own, Judgement.Sheet sheet) {
    List<Long> peaks = new ArrayList<>();
    List<StoreCall> confirmed = one.confirmed();
    for (int i = 0; i < confirmed.size(); i++) {
      long from = confirmed.get(i).endedAt();
      long to = i + 1 < confirmed.size() ? confirmed.get(i + 1).sent().at() : Long.MAX_VALUE;
      for (Sample sample : own) {
        if (sample.asked() >= from && sample.at() <= to) {
          if (!sample.tells()) {
            sheet.pointless(Sample.SILENT);
            return;
          }
          peaks.add(sample.endsTo() - from);
          break;
        }
      }
    }
    if (peaks.size() < 2) {
      return;
    }
    long least = peaks.stream().mapToLong(Long::longValue).min().orElseThrow();
    long most = peaks.stream().mapToLong(Long::longValue).max().orElseThrow();
    sheet.expect(
        most <= AMPLITUDE * least,
        own.get(own.size() - 1).at(),
        one,
        "teeth of one height: the highest at most 1.25 times the lowest",
        String.format(
            Locale.ROOT,
            "from %s to %s after a renewal, a ratio of %.2f",
            Text.ms(least),
            Text.ms(most),
            (double) most / Math.max(1, least)));
  }
}
