package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import io.leasehold.tck.judge.late.Sightings.Sighting;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the store may have granted and no caller has got is given back without delay, until the
 * store says that it is gone; and then it is gone.
 */
public final class GivenBack {

  private GivenBack() {}

  /** Judges every attempt that left its caller without an answer or without a handle. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Sightings sightings = Sightings.of(history);
    for (Acquisition one : history.acquisitions()) {
      if (Calls.isLost(one) || Calls.isGrantedToNobody(one)) {
        begins(history, one, sheet);
        isGone(sightings, one, sheet);
      }
    }
    return sheet.judgement();
  }

  /** Judges the repetition of abandons that were not certain. */
  public static Judgement ofAbandons(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition one : history.acquisitions()) {
      one.calls("abandon").stream()
          .filter(Calls::failed)
          .forEach(call -> repeats(history, one, call, sheet));
    }
    return sheet.judgement();
  }

  static void begins(History history, Acquisition one, Judgement.Sheet sheet) {
    long known = one.calls("acquire").stream().mapToLong(StoreCall::endedAt).max().orElseThrow();
    long bound = known + Calls.ttl(one);
    bound += history.stalled(known, bound);
    if (bound > Calls.closed(history, one.by())) {
      return; // closing gives back in its own way
    }
    List<StoreCall> back = Calls.givingBack(one);
    long first = back.isEmpty() ? Calls.end(history) : back.get(0).sent().at();
    sheet.expect(
        !back.isEmpty() && first <= bound,
        first,
        one,
        "what no caller has got to be given back",
        back.isEmpty()
            ? "it was never abandoned or released"
            : "it was given back " + Text.ms(first - known) + " after its answer or its silence");
  }

  static void isGone(Sightings sightings, Acquisition one, Judgement.Sheet sheet) {
    OptionalLong gone = Calls.gone(one);
    if (gone.isEmpty() || sightings.after(one.name(), gone.getAsLong()).isEmpty()) {
      return;
    }
    long arrived =
        Arrival.of(one, "ACQUIRE").stream().mapToLong(Arrival::at).max().orElse(Long.MIN_VALUE);
    if (arrived > gone.getAsLong()) {
      return; // a matter of what arrives after its abandon
    }
    Optional<Sighting> still = sightings.of(one, gone.getAsLong());
    sheet.expect(
        still.isEmpty(),
        still.map(Sighting::at).orElse(gone.getAsLong()),
        one,
        "what was given back to be gone once the store has said so",
        "the store named it later");
  }

  private static void repeats(
      History history, Acquisition one, StoreCall call, Judgement.Sheet sheet) {
    long ttl = Calls.ttl(one);
    long sent = one.calls("acquire").stream().mapToLong(StoreCall::endedAt).max().orElse(0);
    OptionalLong gone = Calls.gone(one);
    // The pauses grow, each to at most twice what has passed since the first abandon.
    long since = one.calls("abandon").get(0).sent().at();
    long bound = call.endedAt() + ttl + 2 * (call.endedAt() - since);
    bound += history.stalled(call.endedAt(), bound);
    boolean settled = gone.isPresent() && gone.getAsLong() <= call.endedAt();
    boolean over = call.endedAt() >= sent + ttl;
    if (settled
        || over
        || one.first(What.GOT).isPresent()
        || bound > Math.min(Calls.closed(history, one.by()), Calls.end(history))) {
      return;
    }
    long next =
        Calls.givingBack(one).stream()
            .mapToLong(later -> later.sent().at())
            .filter(at -> at > call.sent().at())
            .min()
            .orElse(Long.MAX_VALUE);
    sheet.expect(
        next <= bound,
        call.endedAt(),
        one,
        "an abandon that was not certain to be repeated",
        "after an abandon that was " + call.outcome() + " there was none for long");
  }
}
