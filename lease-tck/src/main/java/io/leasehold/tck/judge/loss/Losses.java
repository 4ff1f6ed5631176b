package io.leasehold.tck.judge.loss;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Gaps;
import io.leasehold.tck.judge.Judgement;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Goes through the leases that were given out, and leaves those in doubt alone. */
final class Losses {

  private Losses() {}

  /** Every lease that somebody got, that the store has granted, and that was recorded whole. */
  static void eachGot(History history, Judgement.Sheet sheet, Consumer<Acquisition> judge) {
    eachHandle(
        history,
        sheet,
        one -> {
          if (one.confirmed().isEmpty()) {
            sheet.doubt("no grant of " + one + " was recorded");
          } else {
            judge.accept(one);
          }
        });
  }

  /**
   * The same, also those that no store has granted; not those of a contender whose calls nobody
   * records, because another library makes them.
   */
  static void eachHandle(History history, Judgement.Sheet sheet, Consumer<Acquisition> judge) {
    Gaps gaps = Gaps.of(history);
    Set<String> recorded =
        history.all(What.SENT).stream().map(Event::by).collect(Collectors.toSet());
    for (Acquisition one : history.acquisitions()) {
      if (!one.isGot()) {
        continue;
      }
      if (gaps.in(one)) {
        sheet.doubt(Gaps.doubt(one));
      } else if (!recorded.contains(one.by())) {
        sheet.doubt("the calls of " + one + " were not recorded");
      } else {
        judge.accept(one);
      }
    }
  }

  /** Every lease of these whose loss was told, with the first that told it. */
  static void eachLost(
      History history, Judgement.Sheet sheet, BiConsumer<Acquisition, Event> judge) {
    eachGot(history, sheet, one -> one.first(What.LOST).ifPresent(lost -> judge.accept(one, lost)));
  }
}
