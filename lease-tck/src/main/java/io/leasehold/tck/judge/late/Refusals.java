package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Callers are told what is known of their attempts: a refused one did not run, one without an
 * answer may have; and while they wait both are tried again.
 */
public final class Refusals {

  /** What one caller asked for, and what the store answered meanwhile. */
  private static final class Asking {
    final Event asked;
    final List<Event> answers = new ArrayList<>();
    int sent;

    Asking(Event asked) {
      this.asked = asked;
    }
  }

  private Refusals() {}

  /** Judges callers that were alone with their name and client. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Map<String, Asking> open = new HashMap<>();
    for (Event event : history.events()) {
      String who = event.by() + "/" + event.name();
      Asking asking = open.get(who);
      if (event.what() == What.ASKED) {
        if (asking == null) {
          open.put(who, new Asking(event));
        } else {
          open.remove(who); // two at once: whose answers are whose is not known
        }
      } else if (asking != null && event.is("call", "acquire") && event.what() == What.SENT) {
        asking.sent++;
      } else if (asking != null && event.is("call", "acquire") && event.what() == What.ANSWERED) {
        asking.answers.add(event);
      } else if (asking != null && (event.what() == What.GOT || event.what() == What.FAILED)) {
        open.remove(who);
        judge(history, asking, event, sheet);
      }
    }
    return sheet.judgement();
  }

  private static void judge(History history, Asking asking, Event told, Judgement.Sheet sheet) {
    if (asking.answers.isEmpty() || told.is("code", "INTERRUPTED")) {
      return;
    }
    Event first = asking.answers.get(0);
    Event last = asking.answers.get(asking.answers.size() - 1);
    boolean fatal =
        last.is("reason", "MISCONFIGURED") || last.is("reason", "CLOSED") || last.is("outcome", "");
    if (fatal) {
      return;
    }
    if (told.what() == What.FAILED && isOpen(last)) {
      String code = last.is("outcome", "REFUSED") ? "REFUSED" : "UNAVAILABLE";
      sheet.expect(
          told.is("code", code),
          told.at(),
          told.name(),
          told.by(),
          "the caller of an attempt that was " + last.fact("outcome") + " to be told " + code,
          "it was told " + told.fact("code"));
    }
    long left = asking.asked.at() + asking.asked.number("wait") - first.at();
    long room = history.nanos("poll") + history.nanos("callTimeout") + history.nanos("margin");
    if (isOpen(first) && left > room + history.stalled(first.at(), first.at() + room)) {
      sheet.expect(
          asking.sent > 1,
          told.at(),
          told.name(),
          told.by(),
          "a caller who waits to be served by further attempts",
          "its only attempt was " + first.fact("outcome") + ", with time left to wait");
    }
  }

  private static boolean isOpen(Event answer) {
    return answer.is("outcome", "REFUSED")
        || answer.is("outcome", "UNKNOWN")
        || answer.is("outcome", "THREW");
  }
}
