package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whom the store was seen to name as the holder: by the eye, and by its answers to acquires. */
final class Sightings {

  /**
   * One of them.
   *
   * @param asked the instant before the store was asked
   * @param at the instant after it answered
   * @param owner whom it named; empty for nobody
   * @param look the eye's event; empty if it was an answer to an acquire
   */
  record Sighting(long asked, long at, String owner, Optional<Event> look) {}

  private final Map<String, List<Sighting>> byName = new HashMap<>();
  private final long grace;
  private final long error;
  private final boolean observed;

  private Sightings(History history) {
    this.grace = history.nanos("lag") + history.nanos("error");
    this.error = history.nanos("error");
    this.observed = history.scenario().is("observer", "true");
  }

  static Sightings of(History history) {
    Sightings sightings = new Sightings(history);
    for (Event event : history.all(What.STORE)) {
      sightings.add(
          event.name(),
          new Sighting(event.number("asked"), event.at(), event.owner(), Optional.of(event)));
    }
    for (Acquisition one : history.acquisitions()) {
      one.calls("acquire").forEach(call -> sightings.addAnswer(one, call.sent(), call.answered()));
    }
    return sightings;
  }

  private void addAnswer(Acquisition one, Event sent, Optional<Event> answered) {
    if (answered.isEmpty()) {
      return;
    }
    Event answer = answered.get();
    if (answer.is("outcome", "GRANTED")) {
      add(one.name(), new Sighting(sent.at(), answer.at(), one.owner(), Optional.empty()));
    } else if (answer.is("outcome", "BUSY") && !answer.fact("holder").isEmpty()) {
      String holder = answer.fact("holder");
      add(one.name(), new Sighting(sent.at(), answer.at(), holder, Optional.empty()));
    }
  }

  private void add(String name, Sighting sighting) {
    byName.computeIfAbsent(name, key -> new ArrayList<>()).add(sighting);
  }

  /** What was asked for after an instant. */
  List<Sighting> after(String name, long instant) {
    return byName.getOrDefault(name, List.of()).stream()
        .filter(sighting -> sighting.asked() > instant)
        .toList();
  }

  /** The first that names this acquisition although the store was asked after that instant. */
  Optional<Sighting> of(Acquisition one, long instant) {
    return after(one.name(), instant).stream()
        .filter(sighting -> sighting.owner().equals(one.owner()))
        .findFirst();
  }

  /**
   * When at the latest a grant is gone that nobody has extended since. Where a ttl is judged by
   * those who watch, the eye's watch begins with its first look.
   *
   * @param last the instant after the last request that may have given it a ttl
   * @return an instant; the end of time if nobody has begun to watch
   */
  long gone(String name, long last, long ttl) {
    long from = last;
    if (observed) {
      from =
          after(name, last).stream()
              .filter(sighting -> sighting.look().isPresent())
              .mapToLong(Sighting::at)
              .min()
              .orElse(Long.MAX_VALUE / 2);
    }
    return from + ttl + grace;
  }

  /** What was seen after an instant, less what only those see who have watched for a ttl. */
  List<Sighting> decisive(String name, long instant) {
    return after(name, instant).stream()
        .filter(sighting -> !observed || sighting.look().isPresent())
        .toList();
  }

  long error() {
    return error;
  }
}
