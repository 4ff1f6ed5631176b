package io.leasehold.tck.process;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line that a child printed for its parent: {@code KEY value}.
 *
 * @param key upper-case letters, digits, hyphens and underscores
 * @param value the rest of the line; may be empty
 * @param receivedNanos when the parent read it, by {@link System#nanoTime()}
 */
public record ChildEvent(String key, String value, long receivedNanos) {

  private static final Pattern LINE = Pattern.compile("([A-Z][A-Z0-9_-]*)(?: (.*))?");

  /** Reads a line; empty if it is not an event but something else that the child printed. */
  static Optional<ChildEvent> parse(String line, long receivedNanos) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String value = matcher.group(2);
    return Optional.of(new ChildEvent(matcher.group(1), value == null ? "" : value, receivedNanos));
  }

  /** Writes a line. */
  static String format(String key, Object value) {
    if (!LINE.matcher(key).matches() || key.indexOf(' ') >= 0) {
      throw new IllegalArgumentException(
          "event key \"" + key + "\" must be upper-case letters, digits, '-' and '_'");
    }
    String text = String.valueOf(value).replace('\n', ' ').replace('\r', ' ');
    return text.isEmpty() ? key : key + " " + text;
  }

  @Override
  public String toString() {
    return value.isEmpty() ? key : key + " " + value;
  }
}
