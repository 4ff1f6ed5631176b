package io.leasehold.tck.report.html;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a client's watchdog did, by the engine's own word. */
final class Watchdog {

  private static final Set<String> SHOWN =
      Set.of(
          "STATE_CHANGED",
          "SUSPECTED",
          "LOST",
          "OVERDUE",
          "ENGINE_HEALED",
          "MACHINE_SLEPT",
          "WATCHDOG_LATE",
          "RENEWAL_SENT",
          "RENEWAL_ANSWERED");

  private static final Set<String> LASTING =
      Set.of("RENEWAL_ANSWERED", "WATCHDOG_LATE", "MACHINE_SLEPT");

  private Watchdog() {}

  /** Its acts; an answered renewal and a delay have a length. */
  static List<Object> of(PlayData play, List<Event> own) {
    List<Object> acts = new ArrayList<>();
    for (Event event : own) {
      String kind = event.fact("kind");
      if (event.what() == What.ENGINE && SHOWN.contains(kind)) {
        long took = LASTING.contains(kind) ? Numbers.of(event, "took") : 0;
        Map<String, Object> map = play.span(event.at() - took, event.at());
        map.put("is", is(kind, event.fact("outcome")));
        map.put("e", play.number(event));
        acts.add(map);
      }
    }
    return acts;
  }

  private static String is(String kind, String outcome) {
    return switch (kind) {
      case "RENEWAL_SENT" -> "sent";
      case "RENEWAL_ANSWERED" -> outcome.equals("RENEWED") ? "renewed" : "refused";
      case "WATCHDOG_LATE", "MACHINE_SLEPT" -> "late";
      default -> "state";
    };
  }
}
