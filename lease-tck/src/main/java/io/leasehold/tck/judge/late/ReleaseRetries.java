package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Set;

/**
 * A release without a definite answer is followed by another, until there is one or the ttl is
 * over. The pauses may grow, as far as each is no longer than twice all that went before.
 */
public final class ReleaseRetries {

  private static final Set<String> DEFINITE = Set.of("RELEASED", "NOT_OWNER");

  /** The first pause, and some time to wake up. */
  private static final long FIRST = 80_000_000;

  private ReleaseRetries() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition one : history.acquisitions()) {
      List<StoreCall> releases = one.calls("release");
      if (one.isGot() && !releases.isEmpty()) {
        long end = Math.min(Calls.end(history), Calls.closed(history, one.by()));
        long over = Math.min(end, releases.get(0).sent().at() + Calls.ttl(one));
        releases.stream()
            .filter(Calls::failed)
            .forEach(call -> followed(history, one, call, over, sheet));
      }
    }
    return sheet.judgement();
  }

  private static void followed(
      History history, Acquisition one, StoreCall call, long over, Judgement.Sheet sheet) {
    List<StoreCall> releases = one.calls("release");
    long since = call.endedAt() - releases.get(0).sent().at();
    // Those who free names take turns: two bounds for the calls before.
    long bound = call.endedAt() + 2 * since + FIRST + 2 * history.nanos("callTimeout");
    bound += history.stalled(releases.get(0).sent().at(), bound);
    if (bound >= over) {
      return;
    }
    long latest = bound;
    boolean again =
        releases.stream()
            .anyMatch(
                other ->
                    (other.sent().at() > call.sent().at() && other.sent().at() <= latest)
                        || (DEFINITE.contains(other.outcome()) && other.endedAt() <= latest));
    sheet.expect(
        again,
        call.endedAt(),
        one,
        "a release without a definite answer to be sent again while the ttl lasts",
        "after one that was "
            + call.outcome()
            + " none was sent within "
            + Text.ms(latest - call.endedAt()));
  }
}
