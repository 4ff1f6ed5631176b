package io.leasehold.tck.judge.cut;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Cut;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.OptionalLong;

/**
 * A holder that was cut off and told never has that lease again, whatever of its requests and
 * answers still arrives; and it disturbs neither the next holder nor those who had nothing to do
 * with the cut.
 */
public final class FormerHolder {

  private final History history;
  private final List<Cut> cuts;
  private final Judgement.Sheet sheet = new Judgement.Sheet();

  private FormerHolder(History history) {
    this.history = history;
    this.cuts = Cut.of(history);
  }

  /** Judges; see above. */
  public static Judgement judge(History history) {
    return new FormerHolder(history).judge();
  }

  private Judgement judge() {
    for (Acquisition one : history.acquisitions()) {
      if (one.isGot() && !Cuts.severing(cuts, one).isEmpty()) {
        one.when(What.LOST).ifPresent(lost -> former(one, lost));
      } else if (one.isGot() && !cuts.isEmpty() && !Cuts.isTarget(cuts, one.by())) {
        undisturbed(one);
      }
    }
    return sheet.judgement();
  }

  private void former(Acquisition one, long lost) {
    OptionalLong held =
        one.all(What.HELD).stream().mapToLong(Event::at).filter(at -> at > lost).max();
    sheet.expect(
        held.isEmpty(),
        held.orElse(lost),
        one,
        "a lost lease never to be held again",
        "isHeld() was true " + Text.ms(held.orElse(lost) - lost) + " after its loss was told");
    history.byName().getOrDefault(one.name(), List.of()).stream()
        .filter(next -> next != one && next.isGot())
        .filter(next -> next.when(What.GOT).orElseThrow() > lost)
        .forEach(next -> beside(one, next));
  }

  /** While the next one holds it, nothing of the former one's succeeds. */
  private void beside(Acquisition former, Acquisition next) {
    long got = next.when(What.GOT).orElseThrow();
    long end = Math.min(Cuts.givenUp(next), Cuts.toldAt(next));
    for (StoreCall call : former.calls()) {
      if (call.sent().at() > got && call.endedAt() < end) {
        boolean does = ToldInTime.gives(call) || call.outcome().equals("RELEASED");
        sheet.expect(
            !does,
            call.endedAt(),
            former,
            "a former holder's " + call.call() + " to do nothing while " + next + " holds it",
            "it was answered " + call.outcome());
      }
    }
  }

  private void undisturbed(Acquisition one) {
    long given = Cuts.givenUp(one);
    one.first(What.LOST)
        .filter(lost -> lost.at() < given && !lost.is("reason", "CLIENT_CLOSED"))
        .ifPresentOrElse(
            lost -> {
              if (history.stalled(lost.at() - one.ttl(), lost.at()) > Cuts.slack(history)) {
                sheet.doubt("the machine stood still long enough to lose a lease");
              } else {
                lostForNothing(one, lost);
              }
            },
            () -> keeps(one, given));
  }

  private void lostForNothing(Acquisition one, Event lost) {
    sheet.expect(
        false,
        lost.at(),
        one,
        "who is not cut off to lose nothing",
        "it was lost: " + lost.fact("reason"));
  }

  /** The store knows nobody but the holder as long as its proven ttl runs. */
  private void keeps(Acquisition one, long given) {
    for (Event store : history.all(What.STORE)) {
      OptionalLong proven = one.provenFrom(store.number("asked"));
      if (store.name().equals(one.name())
          && proven.isPresent()
          && store.number("asked") > one.when(What.GOT).orElseThrow()
          && store.at() < given
          && store.at() < proven.getAsLong() + one.ttl() - history.nanos("error")) {
        sheet.expect(
            store.owner().equals(one.owner()),
            store.at(),
            one,
            "the store to know the one who was not cut off as the holder",
            store.owner().isEmpty() ? "it knows none" : "it says " + store.owner());
      }
    }
  }
}
