package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.util.Optional;
import java.util.Set;

/**
 * A release by a thread whose flag is set: it is sent and answered before release() returns, which
 * says how it went, and the flag is still set then.
 */
public final class InterruptedReleases {

  private static final Set<String> RESULTS = Set.of("RELEASED", "NOT_OWNER", "UNKNOWN");

  private InterruptedReleases() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition one : history.acquisitions()) {
      for (Event event : one.all(What.INTERRUPT)) {
        if (event.is("phase", "set")) {
          told(one, event, sheet);
        } else {
          sheet.expect(
              event.is("phase", "kept"),
              event.at(),
              one,
              "the flag of an interrupt to be set when release() has returned",
              "it was not set");
        }
      }
    }
    return sheet.judgement();
  }

  private static void told(Acquisition one, Event set, Judgement.Sheet sheet) {
    Optional<Event> told =
        one.all(What.RELEASED).stream().filter(event -> event.at() > set.at()).findFirst();
    String result = told.map(event -> event.fact("result")).orElse("");
    long at = told.map(Event::at).orElse(set.at());
    sheet.expect(
        RESULTS.contains(result),
        at,
        one,
        "release() by a thread that is interrupted to say how it went",
        told.isEmpty() ? "it never returned" : "it said " + result);
    if (told.isEmpty() || one.calls().isEmpty() || one.when(What.LOST).orElse(at) < at) {
      return; // what was lost is freed by others, when they come to it
    }
    boolean answered =
        one.calls("release").stream()
            .anyMatch(call -> call.answered().isPresent() && call.endedAt() <= at);
    sheet.expect(
        answered,
        at,
        one,
        "release() to return when the store has answered, also if its thread is interrupted",
        "it said " + result + " before any release was answered");
  }
}
