package io.leasehold.tck.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A fault with a beginning and an end that one contender was subject to: it was cut off, or its way
 * to the store was slow.
 *
 * @param fault its name
 * @param target the contender's label
 * @param begin written before it began
 * @param end written when it had ended; as late as can be if it was not
 * @param facts those of its beginning
 */
public record Cut(String fault, String target, long begin, long end, Map<String, String> facts) {

  /** Nothing is lost, everything waits until it has ended. */
  public static final String STALL = "STALL";

  /** Nothing is lost, everything takes longer; with the fact roundTrip, at most. */
  public static final String DELAY = "DELAY";

  /** Connections end in the middle of calls, again and again. */
  public static final String RESETS = "RESETS";

  /** All of a history, by their beginnings. */
  public static List<Cut> of(History history) {
    List<Cut> cuts = new ArrayList<>();
    Map<String, Event> open = new HashMap<>();
    for (Event event : history.all(What.FAULT)) {
      String key = event.fact("fault") + " " + event.fact("target");
      if (event.fact("target").isEmpty()) {
        continue; // the store's own
      }
      if (event.is("phase", "begin")) {
        open.put(key, event);
      } else if (event.is("phase", "end")) {
        Event begin = open.remove(key);
        if (begin != null) {
          cuts.add(cut(begin, event.at()));
        }
      }
    }
    open.values().forEach(begin -> cuts.add(cut(begin, Long.MAX_VALUE)));
    cuts.sort(Comparator.comparingLong(Cut::begin));
    return cuts;
  }

  private static Cut cut(Event begin, long end) {
    return new Cut(begin.fact("fault"), begin.fact("target"), begin.at(), end, begin.facts());
  }

  /** Whether what was sent meanwhile can reach the store after its end. */
  public boolean delivers() {
    return fault.equals(STALL) || fault.equals(DELAY);
  }

  /** Whether nothing came through. */
  public boolean severs() {
    return !fault.equals(DELAY) && !fault.equals(RESETS);
  }

  /** How long a call took at most by it; 0 if it is not a delay. */
  public long roundTrip() {
    return Long.parseLong(facts.getOrDefault("roundTrip", "0"));
  }

  /** Whether it was in force at some time between two instants. */
  public boolean overlaps(long from, long to) {
    return begin <= to && end >= from;
  }
}
