package io.leasehold.tck.judge.time;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The store's word on one name: who holds it and for how long still. It was true at some instant
 * between the question and the answer.
 *
 * @param name the lease
 * @param owner who; empty for nobody
 * @param asked before the question was sent
 * @param at after the answer came
 * @param remaining how long still; -1 if the store does not tell
 */
record Sample(String name, String owner, long asked, long at, long remaining) {

  /** Why a rule on remaining time says nothing here. */
  static final String SILENT = "the store does not tell how long a holder has left";

  /** All of a history by name, each by time. */
  static Map<String, List<Sample>> byName(History history) {
    return history.all(What.STORE).stream()
        .map(Sample::of)
        .collect(Collectors.groupingBy(Sample::name));
  }

  private static Sample of(Event event) {
    return new Sample(
        event.name(),
        event.owner(),
        event.number("asked"),
        event.at(),
        event.fact("remaining").isEmpty() ? -1 : event.number("remaining"));
  }

  boolean tells() {
    return !owner.isEmpty() && remaining >= 0;
  }

  /** The earliest instant at which it ends by this word. */
  long endsFrom() {
    return asked + remaining;
  }

  /** The latest instant at which it ends by this word. */
  long endsTo() {
    return at + remaining;
  }
}
