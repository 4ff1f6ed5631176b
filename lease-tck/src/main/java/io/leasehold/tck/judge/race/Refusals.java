package io.leasehold.tck.judge.race;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.judge.Alive;
import io.leasehold.tck.judge.Gaps;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;

/**
 * A holder is refused only when its lease has ended. An answer that it is not the owner breaks the
 * rule if it came while the last ttl that the store confirmed was running, and nothing had been
 * asked that may have ended the grant: no release or abandon of its own, no revocation, no fault
 * that deletes records, no other grant of the name (whose own rule is that of early takeovers).
 * Every confirmed renewal decides: it could have been refused.
 */
public final class Refusals {

  private final Judgement.Sheet sheet = new Judgement.Sheet();
  private final Alive alive;
  private final Gaps gaps;

  private Refusals(History history) {
    this.alive = Alive.in(history);
    this.gaps = Gaps.of(history);
  }

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Refusals refusals = new Refusals(history);
    history.byName().values().forEach(all -> all.forEach(one -> refusals.judge(one, all)));
    return refusals.sheet.judgement();
  }

  private void judge(Acquisition one, List<Acquisition> all) {
    if (one.grant().isEmpty()) {
      return;
    }
    if (gaps.in(one)) {
      sheet.doubt(Gaps.doubt(one));
      return;
    }
    for (StoreCall call : one.calls()) {
      if (call.call().equals("renew") && call.outcome().equals("RENEWED")) {
        sheet.expect(true, call.endedAt(), one, "", "");
      } else if (call.outcome().equals("NOT_OWNER")) {
        refused(one, call, all);
      }
    }
  }

  private void refused(Acquisition one, StoreCall call, List<Acquisition> all) {
    long until = alive.untilRefused(one, call);
    if (until <= call.endedAt() || isTakenBefore(call.endedAt(), one, all)) {
      return;
    }
    if (gaps.any()) {
      sheet.doubt("somebody may have revoked \"" + one.name() + "\": a recorder has a gap");
      return;
    }
    sheet.expect(
        false,
        call.endedAt(),
        one,
        "a holder to be refused only when its lease has ended",
        "its "
            + call.call()
            + " was answered NOT_OWNER ("
            + call.reason()
            + ") "
            + Text.ms(until - call.endedAt())
            + " before anything ended it");
  }

  /** Whether another grant may have stood in the time between this one and an instant. */
  private boolean isTakenBefore(long at, Acquisition one, List<Acquisition> all) {
    long from = one.grant().orElseThrow().sent().at();
    return all.stream()
        .filter(other -> other != one && other.grant().isPresent())
        .filter(other -> other.grant().orElseThrow().sent().at() < at)
        .anyMatch(other -> alive.until(other) > from);
  }
}
