package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The end of one client.
 *
 * @param by whose client
 * @param begin when its closing began
 * @param end when the first call to close it had returned; as late as can be if none did
 * @param over from when on nothing of it may be left; as late as can be if nobody looked
 */
record Closing(String by, long begin, long end, long over) {

  /** All of a history. */
  static List<Closing> of(History history) {
    Map<String, List<Event>> byClient = new LinkedHashMap<>();
    history
        .all(What.CLOSE)
        .forEach(event -> byClient.computeIfAbsent(event.by(), by -> new ArrayList<>()).add(event));
    List<Closing> all = new ArrayList<>();
    byClient.forEach(
        (by, events) ->
            all.add(
                new Closing(
                    by, first(events, "begin"), first(events, "end"), first(events, "over"))));
    return all;
  }

  private static long first(List<Event> events, String phase) {
    return events.stream()
        .filter(event -> event.is("phase", phase))
        .mapToLong(Event::at)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Whether the scenario looked at what was left of it. */
  boolean isLookedAt() {
    return over != Long.MAX_VALUE;
  }
}
