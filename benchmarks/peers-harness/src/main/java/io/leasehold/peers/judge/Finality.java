package io.leasehold.peers.judge;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.util.Optional;

/** Who has read that a lock is not held any more never reads again that it is. */
public final class Finality {

  private Finality() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition one : history.acquisitions()) {
      Optional<Event> over = one.first(What.NOT_HELD);
      if (over.isPresent()) {
        boolean again = one.all(What.HELD).stream().anyMatch(event -> event.at() > over.get().at());
        sheet.expect(
            !again,
            over.get().at(),
            one,
            "a lock that was read as not held never to be read as held again",
            "held again");
      }
    }
    return sheet.judgement();
  }
}
