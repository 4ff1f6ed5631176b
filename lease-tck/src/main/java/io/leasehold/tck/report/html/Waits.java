package io.leasehold.tck.report.html;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** For how long a contender waited for a lease. */
final class Waits {

  private Waits() {}

  /** Its waits; several at once are told apart by when they were asked for. */
  static List<Object> of(PlayData play, List<Event> own) {
    List<Event> asked = new ArrayList<>();
    List<Object> waits = new ArrayList<>();
    for (Event event : own) {
      if (event.what() == What.ASKED) {
        asked.add(event);
      } else if (event.what() == What.GOT && !asked.isEmpty()) {
        waits.add(wait(play, asked.remove(nearest(asked, Numbers.of(event, "asked"))), event.at()));
      } else if (event.what() == What.FAILED && !asked.isEmpty()) {
        long begin = event.at() - Numbers.of(event, "took");
        waits.add(wait(play, asked.remove(nearest(asked, begin)), event.at()));
      }
    }
    asked.forEach(event -> waits.add(wait(play, event, event.at())));
    return waits;
  }

  /** The question that was asked at an instant, or else the one nearest to it. */
  private static int nearest(List<Event> asked, long begin) {
    int nearest = 0;
    for (int i = 1; i < asked.size(); i++) {
      if (Math.abs(asked.get(i).at() - begin) < Math.abs(asked.get(nearest).at() - begin)) {
        nearest = i;
      }
    }
    return nearest;
  }

  private static Map<String, Object> wait(PlayData play, Event asked, long until) {
    Map<String, Object> map = play.span(asked.at(), until);
    map.put("e", play.number(asked));
    return map;
  }
}
