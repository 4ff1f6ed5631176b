package io.leasehold.tck.report.html;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.run.Played;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * One play of a scenario as the page's script reads it. Times are microseconds since the history's
 * first event. Everything that is a judgement (who relied on the lease for how long, what overlaps)
 * is reckoned here, by the same code as the judges'; the script only draws.
 */
final class PlayData {

  private static final List<What> WHATS = List.of(What.values());

  private final History history;
  private final Kept kept;
  private final long begin;
  private final Words words;
  private final List<String> people;
  private final Map<String, Integer> numbersOfLeases = new HashMap<>();
  private final Map<String, List<Event>> byLease = new HashMap<>();
  private final IdentityHashMap<Event, Integer> numbers = new IdentityHashMap<>();

  private PlayData(History history, Kept kept) {
    this.history = history;
    this.kept = kept;
    this.begin = history.events().isEmpty() ? 0 : history.events().get(0).at();
    this.words = new Words(history);
    TreeSet<String> labels =
        new TreeSet<>(
            (a, b) -> a.length() == b.length() ? a.compareTo(b) : a.length() - b.length());
    history.events().forEach(event -> labels.add(event.by()));
    labels.removeAll(List.of("kit", "eye"));
    this.people = new ArrayList<>(labels);
    people.add("kit");
    people.add("eye");
    for (String lease : kept.leases()) {
      numbersOfLeases.put(lease, numbersOfLeases.size());
    }
    history
        .events()
        .forEach(
            event -> byLease.computeIfAbsent(event.name(), name -> new ArrayList<>()).add(event));
  }

  /** The play as maps and lists; empty if nothing of it is shown. */
  static Map<String, Object> of(Played play, Kept kept, List<Found> found) {
    Map<String, Object> data = new LinkedHashMap<>();
    if (play.history().isPresent() && kept.events() > 0) {
      new PlayData(play.history().get(), kept).into(data, found);
    }
    return data;
  }

  private void into(Map<String, Object> data, List<Found> found) {
    data.put("people", people.stream().map(Html::visible).toList());
    data.put("ttl", micros(history.nanos("ttl")));
    data.put("margin", micros(history.nanos("margin")));
    data.put("error", micros(history.error()));
    data.put("whats", WHATS.stream().map(Enum::name).toList());
    data.put("events", events());
    data.put("disturbed", new Disturbances(this, byLease.getOrDefault("", List.of())).of());
    Map<String, List<Acquisition>> byName = history.byName();
    List<Object> views = new ArrayList<>();
    for (String lease : kept.leases()) {
      List<Acquisition> all = byName.getOrDefault(lease, List.of());
      views.add(new LeaseData(this, history, lease, all, about(lease)).of());
    }
    data.put("leases", views);
    List<Object> moments = new ArrayList<>();
    for (Found one : found) {
      moments.add(moment(one));
    }
    data.put("found", moments);
  }

  /** The events of a lease and those of no lease, by time. */
  private List<Event> about(String lease) {
    List<Event> about = new ArrayList<>(byLease.getOrDefault(lease, List.of()));
    about.addAll(byLease.getOrDefault("", List.of()));
    about.sort(Comparator.comparingLong(Event::at));
    return about;
  }

  private Map<String, Object> moment(Found one) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", one.anchor());
    map.put("rule", one.rule());
    map.put("text", one.text());
    map.put("at", sinceBegin(one.moment().at()));
    map.put("lease", numbersOfLeases.getOrDefault(one.moment().lease(), -1));
    map.put("by", people.indexOf(one.moment().by()));
    return map;
  }

  /** One row per event: instant, who, lease (-1 for none), what, sentence. */
  private List<Object> events() {
    List<Object> rows = new ArrayList<>();
    for (Event event : history.events()) {
      int lease = numbersOfLeases.getOrDefault(event.name(), -1);
      boolean shown = event.at() <= kept.until() && (lease >= 0 || event.name().isEmpty());
      if (shown) {
        numbers.put(event, rows.size());
        rows.add(
            List.of(
                sinceBegin(event.at()),
                people.indexOf(event.by()),
                lease,
                WHATS.indexOf(event.what()),
                Html.visible(words.of(event))));
      }
    }
    return rows;
  }

  /** The number of an event on the page; -1 if it is left out. */
  int number(Event event) {
    return numbers.getOrDefault(event, -1);
  }

  /** A contender's number. */
  int person(String label) {
    return people.indexOf(label);
  }

  /** Every contender, without the kit and its eye. */
  List<String> contenders() {
    return people.subList(0, people.size() - 2);
  }

  /** An instant as the page counts it; what is left out is cut off. */
  long sinceBegin(long at) {
    return micros(Math.min(at, kept.until()) - begin);
  }

  /** A span of time, to which more can be added. */
  Map<String, Object> span(long from, long to) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("from", sinceBegin(from));
    map.put("to", sinceBegin(to));
    return map;
  }

  /** The words of this history. */
  Words words() {
    return words;
  }

  private static long micros(long nanos) {
    return Numbers.micros(nanos);
  }
}
