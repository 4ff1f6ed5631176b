package io.leasehold.tck.report.html;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was done to the contenders and their store, on purpose or by the machine. */
final class Disturbances {

  private final PlayData play;
  private final List<Event> events;

  /** Those among some events. */
  Disturbances(PlayData play, List<Event> events) {
    this.play = play;
    this.events = events;
  }

  /** Faults in force, calls that met a fate, stalls of the machine. */
  Map<String, Object> of() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("faults", faults());
    map.put("fates", fates());
    map.put("stalls", stalls());
    return map;
  }

  private List<Object> faults() {
    Map<String, Map<String, Object>> open = new LinkedHashMap<>();
    List<Object> spans = new ArrayList<>();
    for (Event event : events) {
      String key = event.fact("fault") + "/" + event.fact("target");
      if (event.what() == What.FAULT && event.is("phase", "begin")) {
        Map<String, Object> span = play.span(event.at(), events.get(events.size() - 1).at());
        String target = event.fact("target");
        span.put("text", Html.visible(Words.fate(event) + (target.isEmpty() ? "" : ": " + target)));
        span.put("e", play.number(event));
        spans.add(span);
        open.put(key, span);
      } else if (event.what() == What.FAULT && event.is("phase", "end")) {
        Map<String, Object> span = open.remove(key);
        if (span != null) {
          span.put("to", play.sinceBegin(event.at()));
        }
      }
    }
    return spans;
  }

  private List<Object> fates() {
    List<Object> fates = new ArrayList<>();
    for (Event event : events) {
      boolean spans = event.is("phase", "begin") || event.is("phase", "end");
      if (event.what() == What.FAULT && !spans) {
        Map<String, Object> map = play.span(event.at(), event.at());
        map.put("by", play.person(event.fact("target")));
        map.put("is", event.is("fault", "ARRIVED") ? "arrived" : "met");
        map.put("e", play.number(event));
        fates.add(map);
      }
    }
    return fates;
  }

  private List<Object> stalls() {
    List<Object> stalls = new ArrayList<>();
    for (Event event : events) {
      if (event.what() == What.STALL) {
        Map<String, Object> map = play.span(event.at() - Numbers.of(event, "took"), event.at());
        map.put("e", play.number(event));
        stalls.add(map);
      }
    }
    return stalls;
  }

  /**
   * When a contender's process stood still or was dead.
   *
   * @param own its events
   * @param end of the history
   */
  static List<Object> down(PlayData play, List<Event> own, long end) {
    List<Object> spans = new ArrayList<>();
    Map<String, Object> open = null;
    for (Event event : own) {
      if (event.what() == What.PROCESS) {
        String phase = event.fact("phase");
        if (open != null) {
          open.put("to", play.sinceBegin(event.at()));
          open = null;
        }
        if (phase.equals("stopped") || phase.equals("killed") || phase.equals("ended")) {
          open = play.span(event.at(), end);
          open.put("is", phase);
          open.put("e", play.number(event));
          spans.add(open);
        }
      }
    }
    return spans;
  }
}
