package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Set;

/**
 * A renewal without a definite answer is followed by another while validity lasts, and one alone
 * never loses a lease.
 */
public final class Retries {

  private static final Set<String> BY_THE_STORE =
      Set.of("NOT_OWNER", "SESSION_ENDED", "REVOKED", "HOLD_LIMIT", "CLIENT_CLOSED");

  /** The engine's window in which due renewals are gathered, and some time to wake up. */
  private static final long WAKE = 30_000_000;

  private Retries() {}

  /** Judges leases that the engine renews. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition one : history.acquisitions()) {
      if (one.isGot() && one.calls("renew").stream().anyMatch(Calls::failed)) {
        long end =
            Math.min(
                Calls.first(one, What.LET, What.LOST, What.ENDED), Calls.closed(history, one.by()));
        one.calls("renew").stream()
            .filter(Calls::failed)
            .forEach(call -> followed(history, one, call, end, sheet));
        one.first(What.LOST).ifPresent(loss -> notByOneAlone(history, one, loss, sheet));
      }
    }
    return sheet.judgement();
  }

  private static void followed(
      History history, Acquisition one, StoreCall call, long end, Judgement.Sheet sheet) {
    // The pause grows up to a third of the interval; lanes may be full for the bound of one call.
    long bound =
        call.endedAt() + history.nanos("interval") / 3 + history.nanos("callTimeout") + WAKE;
    long validUntil =
        one.provenFrom(call.endedAt()).orElse(call.sent().at())
            + Calls.ttl(one)
            - history.nanos("margin");
    bound += history.stalled(call.endedAt(), bound);
    if (bound >= Math.min(end, validUntil)) {
      return;
    }
    long next =
        one.calls("renew").stream()
            .mapToLong(later -> later.sent().at())
            .filter(at -> at > call.sent().at())
            .min()
            .orElse(Long.MAX_VALUE);
    sheet.expect(
        next <= bound,
        call.endedAt(),
        one,
        "a renewal without a definite answer to be followed by another while the lease is valid",
        "after one that was "
            + call.outcome()
            + (next == Long.MAX_VALUE
                ? " there was none"
                : " the next left " + Text.ms(next - call.endedAt()) + " later"));
  }

  private static void notByOneAlone(
      History history, Acquisition one, Event loss, Judgement.Sheet sheet) {
    String reason = loss.fact("reason");
    long since =
        one.confirmed().stream()
            .filter(call -> call.endedAt() < loss.at())
            .mapToLong(call -> call.sent().at())
            .max()
            .orElse(Long.MIN_VALUE);
    List<StoreCall> tries =
        one.calls("renew").stream()
            .filter(call -> call.sent().at() > since && call.sent().at() < loss.at())
            .toList();
    boolean denied =
        one.calls().stream()
            .anyMatch(call -> call.outcome().equals("NOT_OWNER") && call.endedAt() < loss.at());
    boolean byTheStore = BY_THE_STORE.contains(reason);
    boolean excused = history.stalled(since, loss.at()) > history.nanos("margin");
    sheet.expect(
        excused || (byTheStore ? denied || !reason.equals("NOT_OWNER") : tries.size() > 1),
        loss.at(),
        one,
        "a lease not to be lost because one renewal got no definite answer",
        "it was lost as "
            + reason
            + " after "
            + tries.size()
            + " tries, and the store had "
            + (denied ? "denied it" : "denied none"));
  }
}
