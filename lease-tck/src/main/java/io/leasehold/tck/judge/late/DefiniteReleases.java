package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.util.List;
import java.util.Optional;

/**
 * A release that the store has answered at once says what the store said: freed, or not its owner
 * any more; the latter is a loss. Releases with a call that got no definite answer are {@link
 * Releases}' matter.
 */
public final class DefiniteReleases {

  private DefiniteReleases() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition one : history.acquisitions()) {
      one.first(What.RELEASED).ifPresent(told -> judge(one, told, sheet));
    }
    return sheet.judgement();
  }

  private static void judge(Acquisition one, Event told, Judgement.Sheet sheet) {
    // Before the application let it go the engine may have freed a lease that it has lost.
    long let = one.when(What.LET).orElse(Long.MIN_VALUE);
    List<StoreCall> sent =
        one.calls("release").stream()
            .filter(call -> call.sent().at() >= let && call.sent().at() <= told.at())
            .toList();
    Optional<StoreCall> first =
        sent.stream().filter(call -> call.endedAt() <= told.at()).findFirst();
    if (first.isEmpty() || sent.stream().anyMatch(Calls::failed)) {
      return;
    }
    String answer = first.get().outcome();
    if (answer.equals("NOT_OWNER")) {
      sheet.expect(
          told.is("result", "NOT_OWNER"),
          told.at(),
          one,
          "release() to say NOT_OWNER when the store has said so",
          "it said " + told.fact("result") + ", and the store " + answer);
      for (Event end : one.all(What.ENDED)) {
        sheet.expect(
            end.is("state", "LOST"),
            end.at(),
            one,
            "a lease to end as lost when the store says of its release that it was not its own",
            "it ended as " + end.fact("state"));
      }
    } else if (answer.equals("RELEASED") && told.at() < Calls.first(one, What.LOST, What.ENDED)) {
      sheet.expect(
          told.is("result", "RELEASED"),
          told.at(),
          one,
          "release() to say RELEASED when the store has said so",
          "it said " + told.fact("result") + ", and the store " + answer);
    }
  }
}
