package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;

/** Until when a history tells what becomes of a lease. */
final class Observed {

  private Observed() {}

  /** When the application let it go, its client was closed, or the history ends. */
  static long end(History history, Acquisition one) {
    long closed =
        history.all(What.CLOSE).stream()
            .filter(event -> event.by().equals(one.by()) && event.is("phase", "begin"))
            .mapToLong(event -> event.at())
            .min()
            .orElse(Long.MAX_VALUE);
    long last = history.events().get(history.events().size() - 1).at();
    long let = one.when(What.LET).orElse(Long.MAX_VALUE);
    return Math.min(last, Math.min(closed, let));
  }
}
