package io.leasehold.tck.report.html;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.run.Played;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which leases of a play the page shows: those of the findings with all their events, then the
 * busiest, as long as there is room. What does not fit is counted.
 *
 * @param leases their names, the one to show first in front
 * @param until on the history's clock: later events are left out, as one lease alone has too many
 * @param events how many events are shown
 * @param leftLeases how many leases are left out
 * @param leftEvents how many events are left out
 */
record Kept(Set<String> leases, long until, int events, int leftLeases, int leftEvents) {

  /** So many events of one play, if its findings do not need more. */
  static final int PER_PLAY = 5_000;

  /** So many events of all plays, if the findings do not need more. */
  static final int PER_PAGE = 40_000;

  /** What is kept of each play; a play without a history keeps nothing. */
  static List<Kept> of(List<Played> plays, List<Found> found) {
    return of(plays, found, PER_PLAY, PER_PAGE);
  }

  /** The same with room of its own choice. */
  static List<Kept> of(List<Played> plays, List<Found> found, int perPlay, int perPage) {
    Map<Integer, Set<String>> first = new HashMap<>();
    Map<Integer, Set<String>> further = new HashMap<>();
    for (Found one : found) {
      (one.number() == 1 ? first : further)
          .computeIfAbsent(one.play(), play -> new LinkedHashSet<>())
          .add(one.moment().lease());
    }
    Kept[] kept = new Kept[plays.size()];
    int room = perPage;
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < kept.length; i++) {
      order.add(first.containsKey(i) ? order.size() - waiting(order, first) : order.size(), i);
    }
    for (int i : order) {
      List<Event> events = plays.get(i).history().map(History::events).orElse(List.of());
      kept[i] =
          of(
              events,
              first.getOrDefault(i, Set.of()),
              further.getOrDefault(i, Set.of()),
              Math.min(perPlay, Math.max(0, room)));
      room -= kept[i].events();
    }
    return List.of(kept);
  }

  /** How many at the end of an order have no finding. */
  private static int waiting(List<Integer> order, Map<Integer, Set<String>> found) {
    return (int) order.stream().filter(play -> !found.containsKey(play)).count();
  }

  private static Kept of(
      List<Event> events, Collection<String> must, Collection<String> wanted, int room) {
    Map<String, Integer> sizes = new LinkedHashMap<>();
    events.forEach(event -> sizes.merge(event.name(), 1, Integer::sum));
    int shown = sizes.getOrDefault("", 0);
    sizes.remove("");
    Set<String> leases = new LinkedHashSet<>(must);
    leases.retainAll(sizes.keySet());
    shown += leases.stream().mapToInt(name -> sizes.getOrDefault(name, 0)).sum();
    List<Map.Entry<String, Integer>> rest = new ArrayList<>(sizes.entrySet());
    rest.removeIf(entry -> leases.contains(entry.getKey()));
    rest.sort(
        (a, b) -> {
          int byFinding = Boolean.compare(wanted.contains(b.getKey()), wanted.contains(a.getKey()));
          return byFinding != 0 ? byFinding : Integer.compare(b.getValue(), a.getValue());
        });
    for (Map.Entry<String, Integer> entry : rest) {
      if (shown + entry.getValue() <= room) {
        leases.add(entry.getKey());
        shown += entry.getValue();
      }
    }
    if (leases.isEmpty() && !rest.isEmpty() && room > 0) {
      return beginOf(events, rest.get(0).getKey(), sizes.size(), room);
    }
    if (leases.isEmpty() && shown > room) {
      shown = 0;
    }
    return new Kept(
        leases, Long.MAX_VALUE, shown, sizes.size() - leases.size(), events.size() - shown);
  }

  /** One lease that is too busy even alone: its first events. */
  private static Kept beginOf(List<Event> events, String name, int leases, int room) {
    long until = Long.MAX_VALUE;
    int shown = 0;
    for (Event event : events) {
      if (event.name().equals(name) || event.name().isEmpty()) {
        if (shown == room) {
          until = event.at() - 1;
          break;
        }
        shown++;
      }
    }
    long end = until;
    int whole =
        (int)
            events.stream()
                .filter(event -> event.at() <= end)
                .filter(event -> event.name().equals(name) || event.name().isEmpty())
                .count();
    return new Kept(Set.of(name), until, whole, leases - 1, events.size() - whole);
  }
}
