package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.Optional;
import java.util.Set;

/**
 * Nobody is called back once a client is closed. Decisive is every lease that the application had
 * before the closing began: its listeners were there.
 */
public final class AfterClose {

  private static final Set<What> CALLS = Set.of(What.LOST, What.ENDED, What.OVERDUE);

  private AfterClose() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Closing closing : Closing.of(history)) {
      if (closing.isLookedAt()) {
        history.acquisitions().stream()
            .filter(one -> one.by().equals(closing.by()))
            .filter(one -> one.when(What.GOT).orElse(Long.MAX_VALUE) < closing.begin())
            .forEach(one -> judge(history, closing, one, sheet));
      }
    }
    return sheet.judgement();
  }

  private static void judge(
      History history, Closing closing, Acquisition one, Judgement.Sheet sheet) {
    // Who was called before may have written it down only now.
    long over = closing.over() + history.nanos("margin");
    Optional<Event> late =
        one.events().stream()
            .filter(event -> CALLS.contains(event.what()))
            .filter(event -> event.at() > over + history.stalled(closing.end(), event.at()))
            .findFirst();
    sheet.expect(
        late.isEmpty(),
        late.map(Event::at).orElse(closing.over()),
        one,
        "nobody to be called back by a client that is closed",
        late.map(
                event ->
                    event.what()
                        + " was told "
                        + Text.ms(event.at() - closing.over())
                        + " after the closing was over")
            .orElse("none"));
  }
}
