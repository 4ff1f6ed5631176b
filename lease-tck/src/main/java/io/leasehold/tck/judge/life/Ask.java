package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One question of an application for a lease, and what came of it.
 *
 * @param asked the question
 * @param ended the handle or the failure; empty if neither was seen
 */
record Ask(Event asked, Optional<Event> ended) {

  /** All questions of a history, by time. */
  static List<Ask> of(History history) {
    Map<String, Event> ends = new HashMap<>();
    for (Event event : history.events()) {
      if (event.what() == What.GOT || event.what() == What.FAILED) {
        ends.put(key(event), event);
      }
    }
    List<Ask> asks = new ArrayList<>();
    for (Event event : history.all(What.ASKED)) {
      if (!event.fact("ask").isEmpty()) {
        asks.add(new Ask(event, Optional.ofNullable(ends.get(key(event)))));
      }
    }
    return asks;
  }

  private static String key(Event event) {
    return event.by() + "/" + event.fact("ask");
  }

  String by() {
    return asked.by();
  }

  String name() {
    return asked.name();
  }

  long at() {
    return asked.at();
  }

  long waits() {
    return asked.number("wait");
  }

  /** When its caller was answered; as late as can be if never. */
  long endedAt() {
    return ended.map(Event::at).orElse(Long.MAX_VALUE);
  }

  boolean isGranted() {
    return ended.filter(event -> event.what() == What.GOT).isPresent();
  }

  /** Why it failed; empty if it did not. */
  String code() {
    return ended.map(event -> event.fact("code")).orElse("");
  }

  /** Whether its caller was waiting at that instant. */
  boolean isOpen(long at) {
    return at() <= at && at < endedAt();
  }
}
