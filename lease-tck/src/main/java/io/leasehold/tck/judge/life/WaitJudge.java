package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is served when a name is free, and how soon. */
public final class WaitJudge {

  /** The role of a client that dies while it waits. */
  public static final String DIES = "dies";

  private WaitJudge() {}

  /**
   * Once a name has been released, a waiter has it within the poll bound and one call, also if no
   * hint arrives. Names for which somebody died in waiting are left to {@link #afterADeath}.
   */
  public static Judgement served(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    List<Ask> asks = Ask.of(history);
    for (Event free : releases(history)) {
      List<Ask> waiting =
          asks.stream()
              .filter(ask -> ask.name().equals(free.name()) && ask.waits() > 0)
              .filter(ask -> ask.isOpen(free.at()))
              .toList();
      long bound = history.nanos("poll") + history.nanos("callTimeout");
      long until = free.at() + bound + history.stalled(free.at(), free.at() + bound);
      boolean steady = waiting.stream().anyMatch(ask -> ask.isGranted() || ask.endedAt() > until);
      if (steady && deaths(history, free.name()).isEmpty()) {
        Optional<Event> next = nextHandle(history, free.name(), free.at());
        sheet.expect(
            next.isPresent() && next.get().at() <= until,
            until,
            free.name(),
            free.by(),
            "a waiter to be served within the poll bound once the name is free",
            served(next, free.at()) + " while " + waiting.size() + " waited");
      }
    }
    return sheet.judgement();
  }

  /** A woken waiter that dies costs one poll bound, and a ttl if it had been granted the name. */
  public static Judgement afterADeath(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Event death : history.all(What.ROLE)) {
      if (!death.is("role", DIES)) {
        continue;
      }
      Optional<Event> free =
          releases(history).stream()
              .filter(event -> event.name().equals(death.name()) && event.at() > death.at())
              .findFirst();
      if (free.isEmpty()) {
        sheet.doubt("the name was not let go after its waiter had died");
        continue;
      }
      long extra =
          wasGranted(history, death)
              ? history.nanos("ttl") + history.nanos("lag") + history.nanos("error")
              : 0;
      long bound = history.nanos("poll") + history.nanos("callTimeout") + extra;
      long until = free.get().at() + bound + history.stalled(death.at(), free.get().at() + bound);
      Optional<Event> next = nextHandle(history, death.name(), death.at());
      sheet.expect(
          next.isPresent() && next.get().at() <= until,
          until,
          death.name(),
          death.by(),
          "another waiter to be served within the poll bound"
              + (extra > 0 ? ", a ttl and the takeover lag: the dead one had been granted it" : ""),
          served(next, free.get().at()) + ", after " + death.by() + " had died in waiting");
    }
    return sheet.judgement();
  }

  private static boolean wasGranted(History history, Event death) {
    return history.all(What.FAULT).stream()
        .anyMatch(
            event ->
                event.by().equals(death.by())
                    && event.name().equals(death.name())
                    && event.at() > death.at()
                    && event.is("fault", "LOSE_ANSWER")
                    && event.is("call", "ACQUIRE"));
  }

  private static String served(Optional<Event> next, long free) {
    return next.map(event -> event.by() + " got it " + Text.ms(event.at() - free) + " later")
        .orElse("nobody got it");
  }

  private static List<Event> deaths(History history, String name) {
    return history.all(What.ROLE).stream()
        .filter(event -> event.is("role", DIES) && event.name().equals(name))
        .toList();
  }

  private static List<Event> releases(History history) {
    return history.all(What.ANSWERED).stream()
        .filter(event -> event.is("call", "release") && event.is("outcome", "RELEASED"))
        .toList();
  }

  private static Optional<Event> nextHandle(History history, String name, long after) {
    return history.all(What.GOT).stream()
        .filter(event -> event.name().equals(name) && event.at() > after)
        .findFirst();
  }

  /** Of the waiters of one client for one name only the first asks the store. */
  public static Judgement oneAtATime(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    List<Ask> asks = Ask.of(history);
    Map<String, Event> underWay = new HashMap<>();
    for (Event event : history.events()) {
      if (!event.is("call", "acquire")) {
        continue;
      }
      String line = event.by() + "/" + event.name();
      if (event.what() == What.SENT) {
        long waiting =
            asks.stream()
                .filter(ask -> ask.by().equals(event.by()) && ask.name().equals(event.name()))
                .filter(ask -> ask.isOpen(event.at()))
                .count();
        if (waiting > 1) {
          sheet.expect(
              !underWay.containsKey(line),
              event.at(),
              event.name(),
              event.by(),
              "one caller of a client at a time to ask the store for a name",
              event.by() + " asks while its former acquire is under way; " + waiting + " wait");
        }
        underWay.put(line, event);
      } else if (event.what() == What.ANSWERED
          && underWay.containsKey(line)
          && underWay.get(line).is("number", event.fact("number"))) {
        underWay.remove(line);
      }
    }
    return sheet.judgement();
  }
}
