package io.leasehold.tck.judge.process;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Optional;

/** Wall clocks mean nothing: a step of an hour costs no lease, ends none and grants none. */
public final class ClockSteps {

  private static final long HOUR_MILLIS = 3_600_000;
  private static final long NEAR_MILLIS = 60_000;

  private ClockSteps() {}

  /** Judges each lease that was held for half a ttl over a step of its process's wall clock. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Halt.doubts(history, sheet);
    for (Event step : history.all(What.FAULT)) {
      if (step.is("fault", "CLOCK_STEP")) {
        if (Math.abs(step.number("apart") - step.number("hours") * HOUR_MILLIS) > NEAR_MILLIS) {
          sheet.doubt("the wall clock of " + step.by() + " could not be stepped");
        } else if (Halt.isReliable(history, step.by())) {
          judge(history, step, sheet);
        }
      }
    }
    return sheet.judgement();
  }

  private static void judge(History history, Event step, Judgement.Sheet sheet) {
    for (Acquisition one : history.acquisitions()) {
      long until = Math.min(end(history, one), step.at() + history.nanos("ttl") * 3 / 2);
      if (one.by().equals(step.by())
          && one.when(What.GOT).orElse(Long.MAX_VALUE) < step.at()
          && until > step.at() + history.nanos("ttl") / 2
          && Excuse.lossAfter(one, Long.MIN_VALUE).map(Event::at).orElse(Long.MAX_VALUE)
              > step.at()) {
        kept(history, step, one, until, sheet);
        alone(history, step, one, until, sheet);
      }
    }
  }

  private static long end(History history, Acquisition one) {
    long killed =
        Halt.killed(history).stream()
            .filter(halt -> halt.by().equals(one.by()))
            .mapToLong(Halt::sent)
            .min()
            .orElse(Long.MAX_VALUE);
    return Math.min(killed, one.when(What.LET).orElse(Long.MAX_VALUE));
  }

  private static void kept(
      History history, Event step, Acquisition one, long until, Judgement.Sheet sheet) {
    Optional<Event> loss = Excuse.lossAfter(one, step.at()).filter(event -> event.at() < until);
    if (loss.isPresent() && Excuse.explains(history, one, loss.get().at())) {
      sheet.doubt("the machine stood still: " + one + " was lost by that");
      return;
    }
    sheet.expect(
        loss.isEmpty(),
        loss.map(Event::at).orElse(until),
        one,
        "a lease to live on when the wall clock is stepped",
        "lost " + Text.ms(loss.map(Event::at).orElse(0L) - step.at()) + " after a step" + of(step));
  }

  private static void alone(
      History history, Event step, Acquisition one, long until, Judgement.Sheet sheet) {
    for (Acquisition other : history.byName().getOrDefault(one.name(), List.of())) {
      long granted = Halt.grantedAt(other);
      boolean between = granted > step.at() && granted < until - history.error();
      if (!other.owner().equals(one.owner()) && between) {
        sheet.expect(
            false,
            granted,
            other,
            "nobody to be granted a name because its holder's wall clock was stepped",
            "granted while " + one + " held it, after a step" + of(step));
      }
    }
    for (Event look : history.all(What.STORE)) {
      if (look.name().equals(one.name()) && look.number("asked") > step.at() && look.at() < until) {
        sheet.expect(
            look.owner().equals(one.owner()),
            look.at(),
            one,
            "the store to keep a holder whose wall clock was stepped",
            "the store had \"" + look.owner() + "\" after a step" + of(step));
      }
    }
  }

  private static String of(Event step) {
    return " to " + step.fact("hours") + " h";
  }
}
