package io.leasehold.tck.history;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** How an event reads on a line. */
public final class EventText {

  private static final Set<String> NUMBERS_OF_CALLS = Set.of("number", "sequence", "asked");
  private static final Set<String> TIMES =
      Set.of(
          "age",
          "ttl",
          "took",
          "wait",
          "remaining",
          "offset",
          "error",
          "lag",
          "callTimeout",
          "interval",
          "margin",
          "maxHold",
          "poll");

  private EventText() {}

  /** Whether an event has to do with a lease: it is about it, or about everything. */
  public static boolean concerns(Event event, String name) {
    return event.name().equals(name)
        || (event.name().isEmpty()
            && (event.what() == What.FAULT
                || event.what() == What.PROCESS
                || event.what() == What.CLOSE
                || event.what() == What.STALL
                || event.what() == What.NOTE));
  }

  /** An instant, counted from the history's first event. */
  public static String time(History history, long at) {
    long begin = history.events().isEmpty() ? at : history.events().get(0).at();
    return String.format(Locale.ROOT, "%.1f ms", (at - begin) / 1e6);
  }

  /** The whole event. */
  public static String line(History history, Event event) {
    StringBuilder line = new StringBuilder();
    line.append(String.format(Locale.ROOT, "%11s  %-4s ", time(history, event.at()), event.by()));
    line.append(event.what().name().toLowerCase(Locale.ROOT).replace('_', ' '));
    if (!event.owner().isEmpty()) {
      line.append(" owner ").append(event.owner(), 0, Math.min(8, event.owner().length()));
    }
    event.facts().entrySet().stream()
        .filter(fact -> !NUMBERS_OF_CALLS.contains(fact.getKey()) && !fact.getValue().isEmpty())
        .forEach(fact -> line.append(' ').append(fact(fact)));
    return line.toString();
  }

  private static String fact(Map.Entry<String, String> fact) {
    String value = fact.getValue();
    if (TIMES.contains(fact.getKey()) && value.matches("-?\\d+")) {
      value = String.format(Locale.ROOT, "%.1fms", Long.parseLong(value) / 1e6);
    }
    return fact.getKey() + "=" + value;
  }
}
