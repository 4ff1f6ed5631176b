package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What has to be true of a client that is closed. */
public final class CloseJudge {

  private static final long SECOND = 1_000_000_000;

  private CloseJudge() {}

  /** Every lease of a closed client has ended, once, as its release or as lost by the closing. */
  public static Judgement endedOnce(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Closing closing : Closing.of(history)) {
      if (closing.isLookedAt()) {
        history.acquisitions().stream()
            .filter(one -> one.by().equals(closing.by()) && one.isGot())
            .forEach(one -> endedOnce(history, closing, one, sheet));
      }
    }
    return sheet.judgement();
  }

  private static void endedOnce(
      History history, Closing closing, Acquisition one, Judgement.Sheet sheet) {
    List<Event> ends = one.all(What.ENDED);
    List<Event> losses = one.all(What.LOST);
    long got = one.when(What.GOT).orElseThrow();
    if (got > closing.begin() - history.nanos("ttl") / 20) {
      sheet.doubt("granted while the client was being closed: its listener may have come too late");
      return;
    }
    String seen =
        ends.size() + " ends " + texts(ends) + " and " + losses.size() + " losses " + texts(losses);
    boolean lost = ends.size() == 1 && ends.get(0).is("state", "LOST");
    boolean told = losses.size() == (lost ? 1 : 0);
    boolean rightly =
        ends.size() == 1
            && (one.when(What.LET).orElse(Long.MAX_VALUE) < closing.over()
                || ends.get(0).at() < closing.begin()
                || ends.get(0).is("reason", "CLIENT_CLOSED")
                || hasLapsed(history, one, ends.get(0).at()));
    sheet.expect(
        told && rightly,
        closing.over(),
        one,
        "every lease of a closed client to end once: released before, or lost as CLIENT_CLOSED",
        seen);
  }

  /** Its validity was over anyway: a machine that stood still is a reason of its own. */
  private static boolean hasLapsed(History history, Acquisition one, long at) {
    return at >= one.provenFrom(at).orElse(at) + one.ttl() - history.nanos("margin");
  }

  private static String texts(List<Event> events) {
    return events.stream().map(event -> event.fact("state") + " " + event.fact("reason")).toList()
        + "";
  }

  /** A closed client asks for nothing, renews nothing, and leaves no thread behind. */
  public static Judgement silent(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Closing closing : Closing.of(history)) {
      if (closing.isLookedAt()) {
        calls(history, closing, sheet);
        threads(history, closing, sheet);
      }
    }
    return sheet.judgement();
  }

  private static void calls(History history, Closing closing, Judgement.Sheet sheet) {
    List<Event> late =
        history.all(What.SENT).stream()
            .filter(event -> event.by().equals(closing.by()) && event.at() > closing.over())
            .filter(event -> event.is("call", "acquire") || event.is("call", "renew"))
            .toList();
    sheet.expect(
        late.isEmpty(),
        late.isEmpty() ? closing.over() : late.get(0).at(),
        late.isEmpty() ? "" : late.get(0).name(),
        closing.by(),
        "no acquire and no renewal from a closed client",
        late.isEmpty()
            ? "none"
            : late.size()
                + " calls of "
                + closing.by()
                + ", the first "
                + late.get(0).fact("call")
                + " "
                + Text.ms(late.get(0).at() - closing.over())
                + " after the closing was over");
  }

  private static void threads(History history, Closing closing, Judgement.Sheet sheet) {
    for (Event event : history.all(What.CLOSE)) {
      if (event.by().equals(closing.by()) && event.is("phase", "threads")) {
        sheet.expect(
            event.number("threads") == 0,
            event.at(),
            "",
            closing.by(),
            "no thread of a closed client to be alive",
            event.fact("alive") + " alive " + Text.ms(event.at() - closing.over()) + " after it");
      }
    }
  }

  /** The names of a closed client are vacant; of one that was cut off, once their ttl is over. */
  public static Judgement vacant(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Map<String, Closing> closings = new HashMap<>();
    Closing.of(history).stream()
        .filter(Closing::isLookedAt)
        .forEach(closing -> closings.put(closing.by(), closing));
    for (Event look : history.all(What.STORE)) {
      for (Acquisition one : history.byName().getOrDefault(look.name(), List.of())) {
        Closing closing = closings.get(one.by());
        if (closing == null || one.grant().isEmpty() || one.grant().get().sent().at() > look.at()) {
          continue;
        }
        long free = Math.max(closing.over(), freeAt(history, closing, one));
        if (look.number("asked") > free + history.stalled(closing.begin(), look.at())) {
          sheet.expect(
              !look.owner().equals(one.owner()),
              look.at(),
              one,
              "the names of a closed client to be vacant (if the store could not be reached: a ttl"
                  + " and the takeover lag later)",
              "still its record "
                  + Text.ms(look.number("asked") - closing.over())
                  + " after the closing was over");
        }
      }
    }
    return sheet.judgement();
  }

  /** When an acquisition has to be gone: with the closing, unless a release had no answer. */
  private static long freeAt(History history, Closing closing, Acquisition one) {
    boolean freed = false;
    boolean unanswered = false;
    for (StoreCall call : one.calls()) {
      if (call.call().equals("release") || call.call().equals("abandon")) {
        boolean definite = Set.of("RELEASED", "NOT_OWNER", "ABANDONED").contains(call.outcome());
        freed |= definite;
        unanswered |= !definite && call.sent().at() <= closing.over();
      }
    }
    if (freed || !unanswered) {
      return closing.over();
    }
    long executed = closing.begin();
    for (StoreCall call : one.calls()) {
      if (call.call().equals("acquire") || call.call().equals("renew")) {
        executed =
            Math.max(
                executed,
                Math.min(call.endedAt(), call.sent().at() + history.nanos("callTimeout")));
      }
    }
    return executed + one.ttl() + history.nanos("lag") + history.nanos("error");
  }

  /** Closing returns within its bound. */
  public static Judgement inTime(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Map<String, Event> begins = new HashMap<>();
    long bound = bound(history);
    for (Event event : history.all(What.CLOSE)) {
      String call = event.by() + "/" + event.fact("call");
      if (event.is("phase", "begin")) {
        begins.put(call, event);
      } else if (event.is("phase", "end") && begins.containsKey(call)) {
        long begin = begins.remove(call).at();
        long took = event.at() - begin;
        sheet.expect(
            took <= bound + history.stalled(begin, event.at()),
            event.at(),
            "",
            event.by(),
            "close to return within three call timeouts and a second",
            event.by() + " was closed in " + Text.ms(took) + ", the bound is " + Text.ms(bound));
      }
    }
    begins
        .values()
        .forEach(
            begin ->
                sheet.expect(
                    false,
                    begin.at(),
                    "",
                    begin.by(),
                    "close to return within three call timeouts and a second",
                    "closing " + begin.by() + " never returned"));
    return sheet.judgement();
  }

  /** A tenth of a ttl more than promised: threads have to get their turn. */
  private static long bound(History history) {
    return 3 * history.nanos("callTimeout") + SECOND + history.nanos("ttl") / 10;
  }

  /** Waiters and new callers of a closed client are told so, in time, and get no lease. */
  public static Judgement answers(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Map<String, Closing> closings = new HashMap<>();
    Closing.of(history).stream()
        .filter(Closing::isLookedAt)
        .forEach(closing -> closings.put(closing.by(), closing));
    for (Ask ask : Ask.of(history)) {
      Closing closing = closings.get(ask.by());
      if (closing != null && ask.endedAt() > closing.begin()) {
        answers(history, closing, ask, sheet);
      }
    }
    return sheet.judgement();
  }

  private static void answers(History history, Closing closing, Ask ask, Judgement.Sheet sheet) {
    long end = Math.max(closing.begin(), ask.at()) + bound(history);
    boolean own = ask.waits() > 0 && ask.at() + ask.waits() > closing.over();
    boolean later = ask.at() > closing.end();
    String seen =
        ask.ended().isEmpty()
            ? "it hears nothing"
            : ask.isGranted() ? "it is given the lease" : "it is told " + ask.code();
    boolean kept =
        ask.ended().isPresent()
            && ask.endedAt() <= end + history.stalled(closing.begin(), ask.endedAt())
            && (ask.isGranted()
                ? !later && ask.endedAt() <= closing.over() + history.stalled(ask.at(), end)
                : !(own || later) || ask.code().equals("CLIENT_CLOSED"));
    sheet.expect(
        kept,
        Math.min(ask.endedAt(), end),
        ask.name(),
        ask.by(),
        "who waits for a client that is closed, or asks it later, to be told CLIENT_CLOSED",
        "of "
            + ask.by()
            + ", asked "
            + Text.ms(ask.at() - closing.begin())
            + " after the closing began: "
            + seen);
  }

  /** No lease of a closed client is held. */
  public static Judgement notHeld(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Map<String, Closing> closings = new HashMap<>();
    Closing.of(history).forEach(closing -> closings.put(closing.by(), closing));
    for (Acquisition one : history.acquisitions()) {
      Closing closing = closings.get(one.by());
      for (Event event : one.events()) {
        boolean held = event.what() == What.HELD;
        if (closing != null
            && event.at() > closing.end()
            && (held || event.what() == What.NOT_HELD)) {
          sheet.expect(
              !held,
              event.at(),
              one,
              "isHeld() to be false once its client is closed",
              "held " + Text.ms(event.at() - closing.end()) + " after close had returned");
        }
      }
    }
    return sheet.judgement();
  }
}
