package io.leasehold.tck.judge.process;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Optional;

/**
 * When the next contender gets the name of one whose process stands still or is dead: not before
 * the ttl is over that the store has confirmed, and within ttl, takeover lag and one poll of the
 * last request that it may have executed.
 */
public final class HaltedTakeover {

  private HaltedTakeover() {}

  /** The names of killed processes are granted in time. */
  public static Judgement killedInTime(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Halt.doubts(history, sheet);
    Halt.killed(history).forEach(halt -> inTime(history, halt, sheet));
    return sheet.judgement();
  }

  /** The names of killed processes are not granted early. */
  public static Judgement killedNotEarly(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Halt.doubts(history, sheet);
    Halt.killed(history).forEach(halt -> notEarly(history, halt, sheet));
    return sheet.judgement();
  }

  /** The names of stopped processes are granted in time, and not early. */
  public static Judgement stopped(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Halt.doubts(history, sheet);
    for (Halt halt : Halt.woken(history)) {
      inTime(history, halt, sheet);
      notEarly(history, halt, sheet);
    }
    return sheet.judgement();
  }

  private static void notEarly(History history, Halt halt, Judgement.Sheet sheet) {
    for (Acquisition one : halt.alive(history)) {
      Optional<Acquisition> next = halt.next(history, one);
      if (next.isPresent() && one.provenFrom(halt.from()).isPresent()) {
        long end = one.provenFrom(halt.from()).getAsLong() + one.ttl();
        long granted = Halt.grantedAt(next.get());
        sheet.expect(
            granted >= end - history.error(),
            granted,
            next.get(),
            "nobody to be granted a name before its holder's ttl is over",
            "granted " + Text.ms(end - granted) + " before the ttl was over that " + one + " had");
      }
    }
  }

  private static void inTime(History history, Halt halt, Judgement.Sheet sheet) {
    for (Acquisition one : halt.alive(history)) {
      long ttl = one.ttl() > 0 ? one.ttl() : history.nanos("ttl");
      long gone =
          halt.lastExecution(one, history.nanos("callTimeout"))
              + ttl
              + history.nanos("lag")
              + history.error();
      if (gone >= halt.to()) {
        continue; // it was woken before that: what it sent then counts as well
      }
      keptBusy(history, one, gone, halt.to(), sheet);
      Optional<Acquisition> next = halt.next(history, one);
      if (next.isPresent()) {
        long granted = Halt.grantedAt(next.get());
        long due = due(history, gone, asked(history, next.get(), granted), granted);
        if (granted < halt.to()) {
          sheet.expect(
              granted <= due,
              granted,
              next.get(),
              "a halted holder's name to be granted within ttl, takeover lag and a poll",
              "granted " + Text.ms(granted - due) + " later than that, after " + one);
        }
      } else {
        neverGranted(history, halt, one, gone, sheet);
      }
    }
  }

  /** From when somebody asked who was granted the name at last. */
  private static long asked(History history, Acquisition next, long granted) {
    return history.all(What.ASKED).stream()
        .filter(event -> event.by().equals(next.by()) && event.name().equals(next.name()))
        .mapToLong(Event::at)
        .filter(at -> at < granted)
        .max()
        .orElse(granted);
  }

  private static long due(History history, long gone, long asked, long until) {
    boolean observes = history.scenario().is("observer", "true");
    long sinceAsked = observes ? asked + history.nanos("ttl") + history.nanos("lag") : asked;
    long begin = Math.max(gone, sinceAsked);
    return begin
        + history.nanos("poll")
        + history.nanos("callTimeout")
        + history.stalled(begin, Math.max(begin, until));
  }

  /** An attempt that was sent when it had to be gone still found it. */
  private static void keptBusy(
      History history, Acquisition one, long gone, long until, Judgement.Sheet sheet) {
    if (history.scenario().is("observer", "true")) {
      return; // whoever asks for the first time has to look on before it can tell
    }
    for (Acquisition other : history.byName().getOrDefault(one.name(), List.of())) {
      for (StoreCall call : other.calls("acquire")) {
        boolean found =
            call.sent().at() > gone
                && call.endedAt() < until
                && call.answered().map(event -> event.is("holder", one.owner())).orElse(false);
        if (found) {
          sheet.expect(
              false,
              call.endedAt(),
              other,
              "a halted holder's name to be free after ttl and takeover lag",
              "found busy " + Text.ms(call.sent().at() - gone) + " later, held by " + one);
        }
      }
    }
  }

  private static void neverGranted(
      History history, Halt halt, Acquisition one, long gone, Judgement.Sheet sheet) {
    for (Event failed : history.all(What.FAILED)) {
      long asked = failed.at() - failed.number("took");
      long due = due(history, gone, asked, failed.at());
      if (failed.name().equals(one.name())
          && !failed.by().equals(halt.by())
          && failed.at() > due
          && asked < due) {
        sheet.expect(
            false,
            failed.at(),
            one.name(),
            failed.by(),
            "a halted holder's name to be granted within ttl, takeover lag and a poll",
            "asked for until " + Text.ms(failed.at() - due) + " later, and not granted: " + one);
      }
    }
  }
}
