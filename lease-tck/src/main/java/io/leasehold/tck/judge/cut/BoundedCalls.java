package io.leasehold.tck.judge.cut;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Cut;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;

/**
 * Every call that a contender makes on a wire that is cut or slow returns within its bound. Half a
 * bound is left for what a thread waits for the processor without its being measured.
 */
public final class BoundedCalls {

  private BoundedCalls() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    List<Cut> cuts = Cut.of(history);
    long end = Cuts.end(history);
    for (Acquisition one : history.acquisitions()) {
      long bound = Cuts.callTimeout(history, one.by());
      for (StoreCall call : one.calls()) {
        long ended = Math.min(call.endedAt(), end);
        boolean onTheWire =
            cuts.stream()
                .anyMatch(
                    cut -> cut.target().equals(one.by()) && cut.overlaps(call.sent().at(), ended));
        long took = ended - call.sent().at();
        boolean open = call.answered().isEmpty() && took <= bound * 3 / 2;
        if (onTheWire && !open) {
          sheet.expect(
              took <= bound * 3 / 2 + history.stalled(call.sent().at(), ended),
              ended,
              one,
              call.call() + " to return within " + Text.ms(bound),
              (call.answered().isEmpty() ? "it had not returned after " : "it took ")
                  + Text.ms(took));
        }
      }
    }
    return sheet.judgement();
  }
}
