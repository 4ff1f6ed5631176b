package io.leasehold.tck.scenario.process;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.What;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** An event as one line without spaces inside its parts: how a child tells it to its parent. */
final class EventLine {

  private EventLine() {}

  static String write(Event event) {
    StringBuilder line = new StringBuilder();
    line.append(event.at()).append(' ').append(event.what());
    for (String part : new String[] {event.by(), event.name(), event.owner()}) {
      line.append(' ').append(part(part));
    }
    event
        .facts()
        .forEach((key, value) -> line.append(' ').append(key).append('=').append(part(value)));
    return line.toString();
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it was cut off, or is something else
   */
  static Event read(String line) {
    String[] parts = line.split(" ", -1);
    if (parts.length < 5) {
      throw new IllegalArgumentException("not an event: " + line);
    }
    Map<String, String> facts = new HashMap<>();
    for (int i = 5; i < parts.length; i++) {
      int eq = parts[i].indexOf('=');
      if (eq < 1) {
        throw new IllegalArgumentException("not a fact: " + parts[i]);
      }
      facts.put(parts[i].substring(0, eq), text(parts[i].substring(eq + 1)));
    }
    return new Event(
        Long.parseLong(parts[0]),
        text(parts[2]),
        What.valueOf(parts[1]),
        text(parts[3]),
        text(parts[4]),
        facts);
  }

  /** Any text without a space or a line end in it. */
  static String part(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Back from {@link #part}. */
  static String text(String part) {
    return URLDecoder.decode(part, StandardCharsets.UTF_8);
  }
}
