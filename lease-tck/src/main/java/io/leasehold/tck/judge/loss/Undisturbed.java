package io.leasehold.tck.judge.loss;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Gaps;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.function.ToLongFunction;

/**
 * A lease that nobody disturbs is renewed in time and not lost. Disturbed is one whose contender or
 * name met any fault, whose name was revoked, whose process stood still, that is renewed by hand,
 * that has reached its hold limit, or during which the machine stood still for a quarter of a ttl.
 * What an acquire of another name meets disturbs none: that is another acquisition's affair.
 */
public final class Undisturbed {

  /** The engine's renewal window and first pause after a failure. */
  private static final long WINDOW_AND_BACKOFF = 60_000_000;

  private final History history;
  private final Validity validity;
  private final int ttls;
  private final Judgement.Sheet sheet = new Judgement.Sheet();

  private Undisturbed(History history, int ttls) {
    this.history = history;
    this.validity = new Validity(history);
    this.ttls = ttls;
  }

  /** Judges every lease. Decisive is each that was held for longer than two ttls. */
  public static Judgement judge(History history) {
    return new Undisturbed(history, 2).judge(one -> Long.MIN_VALUE);
  }

  /**
   * Judges every lease of a client that had that name before, or asked for it, and to no good end;
   * what disturbed the one before does not count. Decisive is each that was held for longer than a
   * ttl.
   */
  public static Judgement afterABadEnd(History history) {
    BadEnds bad = BadEnds.in(history);
    return new Undisturbed(history, 1)
        .judge(
            one -> {
              long asked = one.grant().map(call -> call.sent().at()).orElse(Long.MIN_VALUE);
              return bad.before(one.by(), one.name(), asked) ? asked : Long.MAX_VALUE;
            });
  }

  /** From which instant on nothing may have disturbed a lease; without end: it is not judged. */
  private Judgement judge(ToLongFunction<Acquisition> from) {
    boolean gap = Gaps.of(history).any();
    Losses.eachGot(
        history,
        sheet,
        one -> {
          long since = from.applyAsLong(one);
          if (since == Long.MAX_VALUE || !isUndisturbed(one, since)) {
            return;
          }
          if (gap) {
            sheet.doubt("somebody may have revoked it: a recorder has a gap");
          } else {
            judge(one);
          }
        });
    return sheet.judgement();
  }

  private void judge(Acquisition one) {
    long got = one.when(What.GOT).orElseThrow();
    long end = end(one);
    boolean longEnough = end - got > ttls * one.ttl();
    var lost = one.first(What.LOST).filter(event -> event.at() <= end);
    if (lost.isPresent()) {
      sheet.expect(
          false,
          lost.get().at(),
          one,
          "a lease that nobody disturbs not to be lost",
          "lost as " + lost.get().fact("reason"));
      return;
    }
    for (StoreCall last : one.confirmed()) {
      long due = due(one, last);
      if (due < end && !isRenewedBy(one, last, due)) {
        sheet.expect(
            false,
            due,
            one,
            "a renewal to be sent in time",
            "none was sent within " + Text.ms(due - last.provenFrom()) + " of the last");
        return;
      }
    }
    if (longEnough) {
      sheet.expect(true, end, one, "", "");
    }
  }

  private long due(Acquisition one, StoreCall last) {
    long perTtl = Math.max(1, history.scenario().number("t.renewalsPerTtl"));
    long lag = Math.max(1, history.scenario().number("t.renewalLag"));
    long byThePlan = last.provenFrom() + one.ttl() / perTtl * 11 / 10 * lag;
    long due =
        Math.max(byThePlan, last.endedAt()) + WINDOW_AND_BACKOFF + history.nanos("callTimeout");
    return due + history.stalled(last.provenFrom(), due);
  }

  private static boolean isRenewedBy(Acquisition one, StoreCall last, long due) {
    return one.calls("renew").stream()
        .map(StoreCall::sent)
        .anyMatch(sent -> sent.at() > last.sent().at() && sent.at() <= due);
  }

  /** Until when somebody wanted it. */
  private long end(Acquisition one) {
    return Math.min(one.when(What.LET).orElse(Long.MAX_VALUE), validity.watchedUntil(one));
  }

  private boolean isUndisturbed(Acquisition one, long since) {
    long from = one.grant().map(call -> call.sent().at()).orElse(Long.MIN_VALUE);
    long end = end(one);
    boolean own = validity.asked(one).map(Undisturbed::isRenewedForEver).orElse(true);
    return own
        && !validity.stoodStill(one)
        && !Faults.met(history, one.by(), one.name(), since, end)
        && !isRevoked(one, from, end)
        && worstStall(from, end) < one.ttl() / 4;
  }

  private static boolean isRenewedForEver(Event asked) {
    return !asked.is("byHand", "true") && asked.number("maxHold") == 0;
  }

  private boolean isRevoked(Acquisition one, long from, long end) {
    return history.all(What.SENT).stream()
        .filter(event -> event.is("call", "revoke") && event.name().equals(one.name()))
        .anyMatch(event -> event.at() >= from && event.at() <= end);
  }

  private long worstStall(long from, long to) {
    return history.all(What.STALL).stream()
        .filter(stall -> stall.at() >= from && stall.at() <= to)
        .mapToLong(stall -> stall.number("took"))
        .max()
        .orElse(0);
  }
}
