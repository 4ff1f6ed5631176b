package io.leasehold.peers.judge;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.util.Comparator;
import java.util.List;

/** Each grant of a name has a greater token than every one whose holder had it before. */
public final class Tokens {

  private Tokens() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    history.byName().values().forEach(all -> judge(all, sheet));
    return sheet.judgement();
  }

  private static void judge(List<Acquisition> all, Judgement.Sheet sheet) {
    List<Acquisition> got =
        all.stream()
            .filter(Acquisition::isGot)
            .sorted(Comparator.comparingLong(one -> one.when(What.GOT).orElseThrow()))
            .toList();
    long greatest = 0;
    for (Acquisition one : got) {
      if (greatest > 0) {
        sheet.expect(
            one.token() > greatest,
            one.when(What.GOT).orElseThrow(),
            one,
            "a token above " + greatest + ", which an earlier holder has",
            "token " + one.token());
      }
      greatest = Math.max(greatest, one.token());
    }
  }
}
