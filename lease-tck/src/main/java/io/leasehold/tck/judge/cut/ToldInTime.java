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
import java.util.function.Predicate;

/**
 * A holder that hears nothing of its store any more is told of the loss before its proven ttl ends,
 * and before a rival's grant is acknowledged. What the machine stood still is excused.
 */
public final class ToldInTime {

  private ToldInTime() {}

  /** Judges holders that were cut off. */
  public static Judgement judge(History history) {
    List<Cut> cuts = Cut.of(history);
    return judge(history, one -> !Cuts.severing(cuts, one).isEmpty());
  }

  /** Judges holders whose store was farther away than their calls' bound. */
  public static Judgement tooFar(History history) {
    List<Cut> cuts = Cut.of(history);
    return judge(
        history,
        one ->
            cuts.stream()
                .anyMatch(
                    cut ->
                        cut.target().equals(one.by())
                            && cut.roundTrip() > Cuts.callTimeout(history, one.by())
                            && cut.overlaps(
                                one.when(What.GOT).orElse(Long.MAX_VALUE), Cuts.toldAt(one))));
  }

  private static Judgement judge(History history, Predicate<Acquisition> isMeant) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition one : history.acquisitions()) {
      OptionalLong proven = one.provenFrom();
      if (one.isGot() && proven.isPresent() && isMeant.test(one)) {
        judge(history, one, proven.getAsLong() + one.ttl(), sheet);
      }
    }
    return sheet.judgement();
  }

  private static void judge(History history, Acquisition one, long ends, Judgement.Sheet sheet) {
    long rival = rivalsGrant(history, one);
    long due = Math.min(ends, rival);
    long let = one.when(What.LET).orElse(Long.MAX_VALUE);
    if (let <= due || Cuts.end(history) < due) {
      return; // nobody has to be told
    }
    long told = Cuts.toldAt(one);
    long seen = Math.min(told, Cuts.end(history));
    long excuse = history.nanos("error") + history.stalled(due - history.nanos("ttl") / 4, seen);
    boolean holds = told <= due + excuse;
    if (!holds && told > ends + excuse && history.stalled(due, seen) > one.ttl()) {
      sheet.doubt("the machine stood still for longer than the ttl");
      return;
    }
    sheet.expect(
        holds,
        seen,
        one,
        "the loss to be told before "
            + (rival < ends ? "a rival is given the name" : "the proven ttl ends"),
        told == Long.MAX_VALUE
            ? "it was never told"
            : "it was told "
                + Text.ms(told - due)
                + " later, "
                + Text.ms(told - (ends - one.ttl()))
                + " after the last confirmed send");
  }

  private static long rivalsGrant(History history, Acquisition one) {
    long got = one.when(What.GOT).orElse(Long.MIN_VALUE);
    return history.byName().getOrDefault(one.name(), List.of()).stream()
        .filter(other -> other != one)
        .flatMap(other -> other.grant().stream())
        .flatMap(call -> call.answered().stream())
        .mapToLong(Event::at)
        .filter(at -> at > got)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Whether a call of this outcome says that the store has given it. */
  static boolean gives(StoreCall call) {
    return call.outcome().equals("GRANTED") || call.outcome().equals("RENEWED");
  }
}
