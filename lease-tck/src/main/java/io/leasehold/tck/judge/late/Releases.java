package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import io.leasehold.tck.judge.late.Sightings.Sighting;
import java.util.List;
import java.util.Optional;

/**
 * A release without an answer says what is known and no more, and its name becomes free all the
 * same.
 */
public final class Releases {

  private Releases() {}

  /** Judges releases of which at least one call was left without a definite answer. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Sightings sightings = Sightings.of(history);
    boolean sessions = history.scenario().is("t.ttlScope", "SESSION");
    for (Acquisition one : history.acquisitions()) {
      if (one.calls("release").stream().anyMatch(Calls::failed)) {
        one.first(What.RELEASED).ifPresent(event -> honest(one, event, sheet));
        if (!sessions) {
          free(sightings, one, sheet);
        }
      }
    }
    return sheet.judgement();
  }

  private static void honest(Acquisition one, Event told, Judgement.Sheet sheet) {
    List<StoreCall> before =
        one.calls("release").stream().filter(call -> call.endedAt() <= told.at()).toList();
    String result = told.fact("result");
    boolean confirmed = before.stream().anyMatch(call -> call.outcome().equals("RELEASED"));
    boolean gone = before.stream().anyMatch(call -> isGoneByOwnRelease(one, call, before));
    boolean refused = before.stream().anyMatch(call -> call.outcome().equals("NOT_OWNER"));
    boolean lost = one.first(What.LOST).isPresent() || refused;
    boolean holds =
        switch (result) {
          case "RELEASED" -> confirmed || gone;
          case "NOT_OWNER" -> lost;
          default -> true; // what the clean-up was told meanwhile is another matter
        };
    sheet.expect(
        holds,
        told.at(),
        one,
        "release() to say RELEASED if and only if the store has said so, or has nothing left of it"
            + " within its ttl; NOT_OWNER if and only if it was lost",
        "it said "
            + result
            + " after "
            + before.stream().map(call -> call.outcome() + " " + call.reason()).toList());
    String state =
        switch (result) {
          case "RELEASED" -> "RELEASED";
          case "NOT_OWNER" -> "LOST";
          default -> "RELEASE_UNKNOWN";
        };
    for (Event end : one.all(What.ENDED)) {
      sheet.expect(
          end.is("state", state),
          end.at(),
          one,
          "a lease to end as its release says: " + state,
          "it ended as " + end.fact("state") + " although release() said " + result);
    }
  }

  /** After a release that may have run, and before the ttl could end by itself. */
  private static boolean isGoneByOwnRelease(
      Acquisition one, StoreCall call, List<StoreCall> before) {
    boolean mayHaveRun =
        before.stream()
            .anyMatch(other -> other.sent().at() < call.sent().at() && Calls.isUnknown(other));
    return mayHaveRun
        && call.outcome().equals("NOT_OWNER")
        && (call.reason().equals("ABSENT") || call.reason().equals("FOREIGN"))
        && call.sent().at() < one.provenFrom(call.endedAt()).orElse(0) + Calls.ttl(one);
  }

  private static void free(Sightings sightings, Acquisition one, Judgement.Sheet sheet) {
    long last = Calls.lastExecution(one);
    long gone = sightings.gone(one.name(), last, Calls.ttl(one));
    List<Sighting> later = sightings.decisive(one.name(), gone);
    if (!later.isEmpty()) {
      Optional<Sighting> still =
          later.stream().filter(sighting -> sighting.owner().equals(one.owner())).findFirst();
      sheet.expect(
          still.isEmpty(),
          still.map(Sighting::at).orElse(gone),
          one,
          "a name whose release got no answer to be free when its ttl and the lag are over",
          "the store still named it "
              + Text.ms(still.map(Sighting::at).orElse(gone) - last)
              + " after its last renewal");
    }
  }
}
