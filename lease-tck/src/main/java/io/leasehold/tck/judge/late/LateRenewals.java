package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;

/**
 * What comes late of a renewal changes nothing: after the lease has ended it is not held again and
 * does not end again, and before that it proves no more than one ttl from its own send. Nor does it
 * bring back at the store what is gone.
 */
public final class LateRenewals {

  private LateRenewals() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Sightings sightings = Sightings.of(history);
    for (Acquisition one : history.acquisitions()) {
      atTheStore(sightings, one, sheet);
      if (one.isGot()) {
        afterTheEnd(one, sheet);
        byTheSend(history, one, sheet);
      }
    }
    return sheet.judgement();
  }

  /** A renewal that arrives after the store has said that the grant is gone brings none back. */
  private static void atTheStore(Sightings sightings, Acquisition one, Judgement.Sheet sheet) {
    long gone = Calls.gone(one).orElse(Long.MAX_VALUE);
    boolean again =
        Arrival.of(one, "ACQUIRE").stream()
            .anyMatch(arrival -> arrival.isGranted() && arrival.at() > gone);
    for (Arrival arrival : Arrival.of(one, "RENEW")) {
      if (arrival.began() > gone && !again) {
        boolean seen = sightings.of(one, arrival.at()).isPresent();
        sheet.expect(
            !arrival.answer().startsWith("Renewed") && !seen,
            arrival.at(),
            one,
            "a renewal that arrives after the end to bring nothing back",
            "it was answered "
                + arrival.answer()
                + (seen ? ", and the store named it as the holder" : ""));
      }
    }
  }

  private static void afterTheEnd(Acquisition one, Judgement.Sheet sheet) {
    long let = Calls.first(one, What.LET, What.LOST, What.ENDED);
    boolean late =
        one.calls("renew").stream()
                .anyMatch(call -> call.sent().at() < let && call.endedAt() > let && ended(call))
            || Arrival.of(one, "RENEW").stream().anyMatch(arrival -> arrival.at() > let);
    if (!late) {
      return;
    }
    long told = Calls.first(one, What.RELEASED, What.LOST, What.ENDED, What.NOT_HELD);
    List<Event> held = one.all(What.HELD).stream().filter(event -> event.at() > told).toList();
    sheet.expect(
        held.isEmpty(),
        held.isEmpty() ? let : held.get(0).at(),
        one,
        "a lease that has ended to stay ended when a renewal is answered late",
        "isHeld() was true again");
    int ends = one.all(What.ENDED).size();
    int losses = one.all(What.LOST).size();
    sheet.expect(
        ends <= 1 && losses <= 1,
        let,
        one,
        "one end and at most one loss of a lease, whatever is answered late",
        "it ended " + ends + " times and was lost " + losses + " times");
  }

  private static boolean ended(StoreCall call) {
    return call.answered().isPresent();
  }

  private static void byTheSend(History history, Acquisition one, Judgement.Sheet sheet) {
    long slow = history.nanos("callTimeout") / 2;
    boolean late =
        one.calls("renew").stream()
            .anyMatch(call -> Calls.failed(call) || call.endedAt() - call.sent().at() > slow);
    if (!late) {
      return;
    }
    for (Event held : one.all(What.HELD)) {
      long proven =
          one.confirmed().stream()
              .filter(call -> call.sent().at() <= held.at())
              .mapToLong(StoreCall::provenFrom)
              .max()
              .orElse(one.when(What.GOT).orElseThrow());
      long until = proven + Calls.ttl(one) - history.nanos("margin") + history.nanos("error");
      sheet.expect(
          held.at() <= until,
          held.at(),
          one,
          "no answer to prove more than one ttl, less the margin, from the send of its request",
          "isHeld() was true " + Text.ms(held.at() - until) + " after all that was proven");
    }
  }
}
