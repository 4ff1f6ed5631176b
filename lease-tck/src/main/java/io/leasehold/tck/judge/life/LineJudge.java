package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The order of waiters within one client, and how a wait ends. */
public final class LineJudge {

  private static final Set<String> AT_THE_END =
      Set.of("CONTENDED", "UNAVAILABLE", "REFUSED", "TIMED_OUT");

  private LineJudge() {}

  /** Waiters of one name in one client are served in the order in which they came. */
  public static Judgement inOrder(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (List<Ask> line : lines(history)) {
      List<Ask> served = line.stream().filter(ask -> ask.waits() > 0 && ask.isGranted()).toList();
      for (int i = 1; i < served.size(); i++) {
        Ask first = served.get(i - 1);
        Ask second = served.get(i);
        if (cameLater(history, first, second) && first.endedAt() > second.at()) {
          sheet.expect(
              first.endedAt() < second.endedAt(),
              second.endedAt(),
              second.name(),
              second.by(),
              "waiters of one client to be served in their order",
              "who asked "
                  + Text.ms(second.at() - first.at())
                  + " later was served "
                  + Text.ms(first.endedAt() - second.endedAt())
                  + " earlier");
        }
      }
    }
    return sheet.judgement();
  }

  /** A waiter is overtaken at most once by callers of its own client that came later. */
  public static Judgement fair(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (List<Ask> line : lines(history)) {
      for (Ask waiter : line) {
        if (waiter.waits() == 0) {
          continue;
        }
        List<Ask> later =
            line.stream()
                .filter(ask -> ask.at() < waiter.endedAt() && cameLater(history, waiter, ask))
                .toList();
        if (later.isEmpty()) {
          continue;
        }
        long overtook =
            later.stream()
                .filter(ask -> ask.isGranted() && ask.endedAt() < waiter.endedAt())
                .count();
        sheet.expect(
            overtook <= 1,
            Math.min(waiter.endedAt(), later.get(later.size() - 1).endedAt()),
            waiter.name(),
            waiter.by(),
            "a waiter to be overtaken at most once by callers of its client who come later",
            "overtaken " + overtook + " times by " + later.size() + " who came later");
      }
    }
    return sheet.judgement();
  }

  /** So much later that it cannot have come to the line first. */
  private static boolean cameLater(History history, Ask first, Ask second) {
    long gap = second.at() - first.at();
    return gap - history.stalled(first.at(), second.at()) > history.nanos("poll") / 5;
  }

  private static List<List<Ask>> lines(History history) {
    Map<String, List<Ask>> lines = new HashMap<>();
    for (Ask ask : Ask.of(history)) {
      lines.computeIfAbsent(ask.by() + "/" + ask.name(), key -> new ArrayList<>()).add(ask);
    }
    return List.copyOf(lines.values());
  }

  /** A wait ends in its time and two calls, not earlier, and says rightly why. */
  public static Judgement endsInTime(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    long last = history.events().isEmpty() ? 0 : lastEvent(history);
    Map<String, List<Event>> evidence = evidence(history);
    for (List<Ask> line : lines(history)) {
      for (Ask ask : line) {
        inTime(history, ask, last, sheet);
        if (ask.ended().isPresent() && !ask.isGranted()) {
          Set<String> possible = possible(evidence.getOrDefault(ask.by(), List.of()), ask, line);
          sheet.expect(
              possible.contains(ask.code()) && !isEarly(ask),
              ask.endedAt(),
              ask.name(),
              ask.by(),
              "a caller without a lease to be told rightly why, when its wait is over",
              "told "
                  + ask.code()
                  + " after "
                  + Text.ms(ask.endedAt() - ask.at())
                  + " of "
                  + Text.ms(ask.waits())
                  + ", what it saw allows "
                  + possible);
        }
      }
    }
    return sheet.judgement();
  }

  private static void inTime(History history, Ask ask, long last, Judgement.Sheet sheet) {
    long due = ask.at() + ask.waits() + 2 * history.nanos("callTimeout");
    long end = due + history.stalled(ask.at(), due);
    if (ask.ended().isPresent() || last > end) {
      sheet.expect(
          ask.endedAt() <= end,
          end,
          ask.name(),
          ask.by(),
          "a call to end within its wait and two call timeouts",
          ask.ended().isEmpty()
              ? "a wait of " + Text.ms(ask.waits()) + " never ended"
              : "a wait of " + Text.ms(ask.waits()) + " took " + Text.ms(ask.endedAt() - ask.at()));
    }
  }

  private static long lastEvent(History history) {
    return history.events().get(history.events().size() - 1).at();
  }

  private static boolean isEarly(Ask ask) {
    return ask.waits() > 0
        && AT_THE_END.contains(ask.code())
        && ask.endedAt() - ask.at() < ask.waits();
  }

  /** What tells a client why it gets nothing: the answers to its acquires, and its closing. */
  private static Map<String, List<Event>> evidence(History history) {
    Map<String, List<Event>> evidence = new HashMap<>();
    for (Event event : history.events()) {
      if (event.what() == What.CLOSE
          || (event.what() == What.ANSWERED && event.is("call", "acquire"))) {
        evidence.computeIfAbsent(event.by(), by -> new ArrayList<>()).add(event);
      }
    }
    return evidence;
  }

  /** The codes for which there is a reason in what its client saw meanwhile. */
  private static Set<String> possible(List<Event> evidence, Ask ask, List<Ask> line) {
    Set<String> codes = new TreeSet<>(Set.of("INTERRUPTED"));
    boolean others =
        line.stream()
            .anyMatch(
                other ->
                    !other.equals(ask)
                        && other.at() <= ask.endedAt()
                        && other.endedAt() >= ask.at());
    if (others) {
      codes.add("TIMED_OUT");
      codes.add("HELD_BY_ANOTHER");
    }
    for (Event event : evidence) {
      if (event.at() > ask.endedAt()) {
        break;
      } else if (event.what() == What.CLOSE) {
        codes.add("CLIENT_CLOSED");
      } else if (event.name().equals(ask.name()) && event.at() >= ask.at()) {
        codes.addAll(
            switch (event.fact("outcome")) {
              case "BUSY" -> Set.of("CONTENDED", "HELD_BY_ANOTHER");
              case "UNKNOWN", "THREW" -> Set.of("UNAVAILABLE");
              case "REFUSED" -> Set.of("REFUSED", "CLIENT_CLOSED", "MISCONFIGURED");
              case "GRANTED" -> Set.of("GRANT_EXPIRED", "CLIENT_CLOSED");
              default -> Set.of();
            });
      }
    }
    return codes;
  }

  /** No acquire leaves a client for a name that nobody there waits for any more. */
  public static Judgement nothingLeft(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Map<String, Closing> closings = new HashMap<>();
    Closing.of(history).forEach(closing -> closings.put(closing.by(), closing));
    for (List<Ask> line : lines(history)) {
      Ask any = line.get(0);
      history.all(What.SENT).stream()
          .filter(event -> event.by().equals(any.by()) && event.name().equals(any.name()))
          .filter(event -> event.is("call", "acquire"))
          .filter(event -> line.stream().noneMatch(ask -> ask.isOpen(event.at())))
          .forEach(
              event ->
                  sheet.expect(
                      false,
                      event.at(),
                      event.name(),
                      event.by(),
                      "no acquire for a caller that has given up",
                      event.by() + " asks the store, and nobody there waits"));
      long end = line.stream().mapToLong(Ask::endedAt).max().orElse(Long.MAX_VALUE);
      boolean gaveUp = line.stream().anyMatch(ask -> ask.waits() > 0 && !ask.isGranted());
      Closing closing = closings.get(any.by());
      if (gaveUp && closing != null && closing.begin() - history.nanos("poll") > end) {
        sheet.expect(true, end, any.name(), any.by(), "", "");
      }
    }
    return sheet.judgement();
  }
}
