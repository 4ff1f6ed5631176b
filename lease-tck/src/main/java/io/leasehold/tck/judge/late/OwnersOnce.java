package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.util.HashSet;
import java.util.Set;

/** An attempt is sent once: no acquire carries an owner token that was seen before. */
public final class OwnersOnce {

  private OwnersOnce() {}

  /** Judges; an acquire that follows one without an answer is decisive. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Set<String> seen = new HashSet<>();
    Set<String> unanswered = new HashSet<>();
    for (Event event : history.events()) {
      boolean acquire = event.is("call", "acquire");
      String asker = event.by() + "/" + event.name();
      if (acquire && event.what() == What.ANSWERED && !event.is("outcome", "GRANTED")) {
        unanswered.add(asker);
      } else if (acquire && event.what() == What.SENT) {
        boolean fresh = seen.add(event.owner());
        if (!fresh || unanswered.remove(asker)) {
          sheet.expect(
              fresh,
              event.at(),
              event.name(),
              event.by(),
              "each acquire to carry an owner token of its own",
              "owner " + event.owner() + " was sent twice");
        }
      }
    }
    return sheet.judgement();
  }
}
