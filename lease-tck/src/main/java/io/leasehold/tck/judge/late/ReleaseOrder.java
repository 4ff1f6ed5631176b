package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.Optional;

/**
 * Local validity ends before the release leaves: whoever reads {@code isHeld()} from then on finds
 * it false. Decisive is every reading while the release is under way, and every one that lied.
 */
public final class ReleaseOrder {

  private ReleaseOrder() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition one : history.acquisitions()) {
      Optional<StoreCall> first = one.calls("release").stream().findFirst();
      if (one.isGot() && first.isPresent()) {
        judge(one, first.get(), sheet);
      }
    }
    return sheet.judgement();
  }

  private static void judge(Acquisition one, StoreCall release, Judgement.Sheet sheet) {
    long sent = release.sent().at();
    for (Event read : one.events()) {
      if (read.what() == What.HELD && read.at() > sent) {
        sheet.expect(
            false,
            read.at(),
            one,
            "isHeld() to be false from the moment at which its release leaves",
            "it was true " + Text.ms(read.at() - sent) + " after that");
      } else if (read.what() == What.NOT_HELD
          && read.at() > sent
          && read.at() < release.endedAt()) {
        sheet.expect(true, read.at(), one, "", "");
      }
    }
  }
}
