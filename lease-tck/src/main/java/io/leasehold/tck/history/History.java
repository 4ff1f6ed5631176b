package io.leasehold.tck.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What was seen while one scenario was played once, by time. Judged by pure functions, when it was
 * just played or from a file years later. Immutable.
 */
public final class History {

  private final List<Event> events;
  private final Map<String, Acquisition> acquisitions;
  private final Map<What, List<Event>> byKind;

  private History(List<Event> events) {
    this.events = events;
    this.acquisitions = acquisitions(events);
    this.byKind = events.stream().collect(Collectors.groupingBy(Event::what));
  }

  /** Puts events in their order; those of one instant stay as they are. */
  public static History of(List<Event> events) {
    List<Event> sorted = new ArrayList<>(events);
    sorted.sort(Comparator.comparingLong(Event::at));
    return new History(List.copyOf(sorted));
  }

  /**
   * The same with its last event: what is written from here on is whole.
   *
   * @param took how long the play lasted, in nanoseconds
   * @param why it was broken off; empty if nothing was wrong
   */
  public History ended(long took, String why) {
    long at = events.isEmpty() ? 0 : events.get(events.size() - 1).at();
    List<Event> all = new ArrayList<>(events);
    Map<String, String> facts =
        Map.of("events", String.valueOf(events.size()), "took", String.valueOf(took), "why", why);
    all.add(new Event(at, "kit", What.END, "", "", facts));
    return new History(List.copyOf(all));
  }

  /** Whether nothing is missing: its last event says how many there are before it. */
  public boolean isWhole() {
    if (events.isEmpty()) {
      return false;
    }
    Event last = events.get(events.size() - 1);
    return last.what() == What.END && last.number("events") == events.size() - 1;
  }

  /** All events. */
  public List<Event> events() {
    return events;
  }

  /** All events of a kind. */
  public List<Event> all(What what) {
    return byKind.getOrDefault(what, List.of());
  }

  /** What the scenario said of itself; an empty one if it said nothing. */
  public Event scenario() {
    return all(What.SCENARIO).stream()
        .findFirst()
        .orElse(new Event(0, "kit", What.SCENARIO, "", "", Map.of()));
  }

  /**
   * Whether a remaining time that the store tells counts from what ran there. Where a ttl runs only
   * under a contender's eyes it counts from when the one who tells has first seen the record, so it
   * may be too long by whatever kept him from looking.
   */
  public boolean remainingIsTheStores() {
    return !scenario().is("observer", "true");
  }

  /** A setting of the scenario that is a time, in nanoseconds. */
  public long nanos(String setting) {
    return scenario().number(setting);
  }

  /** A setting of the scenario that is a time. */
  public Duration time(String setting) {
    return Duration.ofNanos(nanos(setting));
  }

  /**
   * By how much instants of different contenders, and of the store, may be apart from the truth:
   * the store's clock error, and that of the worst comparison of two processes' clocks.
   */
  public long error() {
    return nanos("error")
        + all(What.CLOCK).stream().mapToLong(event -> event.number("error")).max().orElse(0);
  }

  /** All acquisitions, by the instant at which each was first seen. */
  public List<Acquisition> acquisitions() {
    return List.copyOf(acquisitions.values());
  }

  /** All acquisitions of each name. */
  public Map<String, List<Acquisition>> byName() {
    Map<String, List<Acquisition>> byName = new TreeMap<>();
    acquisitions
        .values()
        .forEach(one -> byName.computeIfAbsent(one.name(), n -> new ArrayList<>()).add(one));
    return byName;
  }

  /** One acquisition. */
  public Optional<Acquisition> acquisition(String owner) {
    return Optional.ofNullable(acquisitions.get(owner));
  }

  /** For how long at most the machine stood still between two instants, in nanoseconds. */
  public long stalled(long from, long to) {
    return union(from, to, Long.MIN_VALUE);
  }

  /** The same, of which only what came after the first instant counts. */
  public long stalledWithin(long from, long to) {
    return union(from, to, from);
  }

  /** Several measure at once, a thread for each processor: what two of them saw counts once. */
  private long union(long from, long to, long earliest) {
    List<Event> latestFirst =
        all(What.STALL).stream()
            .filter(stall -> stall.at() >= from && stall.at() - stall.number("took") <= to)
            .sorted(Comparator.comparingLong((Event stall) -> stall.at()).reversed())
            .toList();
    long sum = 0;
    long counted = Long.MAX_VALUE; // from here on
    for (Event stall : latestFirst) {
      long begin = Math.max(stall.at() - stall.number("took"), earliest);
      sum += Math.max(0, Math.min(stall.at(), counted) - begin);
      counted = Math.min(counted, begin);
    }
    return sum;
  }

  /** Whether a fault was in force at some time between two instants, or met a call then. */
  public boolean disturbed(long from, long to) {
    int open = 0;
    for (Event event : all(What.FAULT)) {
      if (event.at() > to) {
        break;
      }
      boolean ends = event.is("phase", "end");
      if (event.at() >= from) {
        return true;
      }
      if (ends) {
        open--;
      } else if (event.is("phase", "begin")) {
        open++;
      }
    }
    return open > 0;
  }

  private static Map<String, Acquisition> acquisitions(List<Event> events) {
    Map<String, List<Event>> byOwner = new LinkedHashMap<>();
    for (Event event : events) {
      if (!event.owner().isEmpty() && event.what() != What.STORE) {
        byOwner.computeIfAbsent(event.owner(), owner -> new ArrayList<>()).add(event);
      }
    }
    Map<String, Acquisition> all = new LinkedHashMap<>();
    byOwner.forEach((owner, own) -> all.put(owner, new Acquisition(owner, own, calls(own))));
    return all;
  }

  private static List<StoreCall> calls(List<Event> events) {
    Map<String, Event> answers = new HashMap<>();
    for (Event event : events) {
      if (event.what() == What.ANSWERED) {
        answers.put(event.by() + "/" + event.fact("number"), event);
      }
    }
    List<StoreCall> calls = new ArrayList<>();
    for (Event event : events) {
      if (event.what() == What.SENT) {
        Event answer = answers.get(event.by() + "/" + event.fact("number"));
        calls.add(new StoreCall(event, Optional.ofNullable(answer)));
      }
    }
    return calls;
  }
}
