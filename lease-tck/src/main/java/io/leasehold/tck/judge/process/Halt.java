package io.leasehold.tck.judge.process;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A contender's process executes nothing.
 *
 * @param by the contender
 * @param sent from when it may have stood still
 * @param from from when it surely did
 * @param to until when it surely did; without end if it was killed
 * @param running since when it surely ran again
 * @param killed whether it was killed
 */
record Halt(String by, long sent, long from, long to, long running, boolean killed) {

  /** All of a history, of those contenders whose events can be relied on. */
  static List<Halt> all(History history) {
    List<Halt> halts = new ArrayList<>();
    for (Event event : history.all(What.PROCESS)) {
      boolean killed = event.is("phase", "killed");
      if ((killed || event.is("phase", "stopped")) && isReliable(history, event.by())) {
        long to = killed ? Long.MAX_VALUE : after(history, event, "woken");
        long running = killed ? Long.MAX_VALUE : after(history, event, "running");
        halts.add(new Halt(event.by(), event.number("sent"), event.at(), to, running, killed));
      }
    }
    return halts;
  }

  /** Those that were killed. */
  static List<Halt> killed(History history) {
    return all(history).stream().filter(Halt::killed).toList();
  }

  /** Those that were stopped and woken. */
  static List<Halt> woken(History history) {
    return all(history).stream().filter(halt -> !halt.killed && halt.to != Long.MAX_VALUE).toList();
  }

  private static long after(History history, Event stopped, String phase) {
    return history.all(What.PROCESS).stream()
        .filter(event -> event.by().equals(stopped.by()) && event.at() >= stopped.at())
        .filter(event -> event.is("phase", phase))
        .mapToLong(Event::at)
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }

  /** A killed process told all that it did; any other gap leaves doubts about what it says. */
  static boolean isReliable(History history, String by) {
    return history.all(What.GAP).stream()
        .noneMatch(gap -> gap.by().equals(by) && !gap.is("reason", "killed"));
  }

  /** Says why what some contenders wrote down is not judged. */
  static void doubts(History history, Judgement.Sheet sheet) {
    for (Event gap : history.all(What.GAP)) {
      if (!gap.is("reason", "killed")) {
        sheet.doubt(
            "what " + gap.by() + " wrote down cannot be relied on (" + gap.fact("reason") + ")");
      }
    }
  }

  /** What it had asked for and had neither let go nor lost when it came to a halt. */
  List<Acquisition> alive(History history) {
    return history.acquisitions().stream()
        .filter(one -> one.by().equals(by) && isAlive(one))
        .toList();
  }

  private boolean isAlive(Acquisition one) {
    return one.calls("acquire").stream()
            .anyMatch(call -> call.sent().at() < from && mayHold(call.outcome()))
        && one.events().stream().noneMatch(event -> event.at() < from && ends(event));
  }

  private static boolean mayHold(String outcome) {
    return !outcome.equals("BUSY") && !outcome.equals("REFUSED");
  }

  private static boolean ends(Event event) {
    return event.what() == What.LET
        || event.what() == What.LOST
        || event.what() == What.ENDED
        || (event.what() == What.SENT
            && (event.is("call", "release") || event.is("call", "abandon")));
  }

  /** Of these, those of which the application had a handle. */
  List<Acquisition> held(History history) {
    return alive(history).stream()
        .filter(one -> one.when(What.GOT).orElse(Long.MAX_VALUE) < sent)
        .toList();
  }

  /** Those of which nothing can be valid any more when it is woken. */
  List<Acquisition> outlived(History history) {
    return held(history).stream()
        .filter(one -> one.provenFrom(from).orElse(Long.MAX_VALUE / 2) + one.ttl() < to)
        .toList();
  }

  /**
   * The latest instant at which the store may have executed one of its grants or renewals.
   *
   * @param callTimeout within which a request that had left arrives, in nanoseconds
   */
  long lastExecution(Acquisition one, long callTimeout) {
    long last = Long.MIN_VALUE;
    for (var call : one.calls()) {
      boolean extends_ = call.call().equals("acquire") || call.call().equals("renew");
      if (extends_ && call.sent().at() < from) {
        last = Math.max(last, call.endedAt() <= from ? call.endedAt() : from + callTimeout);
      }
    }
    return last;
  }

  /** Who was granted the name next, after this acquisition. */
  Optional<Acquisition> next(History history, Acquisition one) {
    long after = one.grant().map(grant -> grant.endedAt()).orElse(from);
    Acquisition next = null;
    for (Acquisition other : history.byName().getOrDefault(one.name(), List.of())) {
      boolean later =
          !other.owner().equals(one.owner())
              && other.grant().isPresent()
              && other.grant().get().endedAt() > after;
      if (later && (next == null || grantedAt(other) < grantedAt(next))) {
        next = other;
      }
    }
    return Optional.ofNullable(next);
  }

  static long grantedAt(Acquisition one) {
    return one.grant().map(grant -> grant.endedAt()).orElse(Long.MAX_VALUE);
  }
}
