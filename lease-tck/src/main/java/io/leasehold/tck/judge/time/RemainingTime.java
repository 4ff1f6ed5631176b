package io.leasehold.tck.judge.time;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a holder was told, the store keeps: each time it is asked, at least as much is left as the
 * latest acknowledged ttl says, less the clock's error; and the name is still that holder's.
 */
public final class RemainingTime {

  private RemainingTime() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Map<String, List<Acquisition>> all = history.byName();
    Sample.byName(history)
        .forEach(
            (name, samples) -> {
              if (!Names.isRevoked(history, name)) {
                List<Acquisition> granted =
                    all.getOrDefault(name, List.of()).stream()
                        .filter(one -> one.grant().isPresent())
                        .toList();
                samples.forEach(sample -> judge(history, granted, sample, sheet));
              }
            });
    return sheet.judgement();
  }

  private static void judge(
      History history, List<Acquisition> granted, Sample sample, Judgement.Sheet sheet) {
    long error = history.nanos("error");
    for (Acquisition one : granted) {
      OptionalLong proven = one.provenFrom(sample.asked());
      if (proven.isEmpty() || givenUp(one) <= sample.at()) {
        continue;
      }
      long owed = proven.getAsLong() + one.ttl() - sample.at() - error;
      if (owed <= 0) {
        continue;
      }
      if (sample.owner().equals(one.owner()) && !sample.tells()) {
        sheet.pointless(Sample.SILENT);
        continue;
      }
      boolean his = sample.owner().equals(one.owner());
      sheet.expect(
          his && sample.remaining() >= owed,
          sample.at(),
          one,
          "the store to keep what the holder was told: at least " + Text.ms(owed) + " more",
          his
              ? Text.ms(sample.remaining()) + " are left at the store"
              : sample.owner().isEmpty()
                  ? "the store knows no holder"
                  : "the store says that owner " + Names.shortened(sample.owner()) + " holds it");
    }
  }

  /** From when on its own acts may have ended it. */
  private static long givenUp(Acquisition one) {
    long let = one.when(What.LET).orElse(Long.MAX_VALUE);
    return one.calls().stream()
        .filter(call -> call.call().equals("release") || call.call().equals("abandon"))
        .mapToLong(call -> call.sent().at())
        .reduce(let, Math::min);
  }
}
