package io.leasehold.tck.history;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One event as one line of JSON. Its facts stand beside its fields, numbers as numbers, so that
 * tools such as jq can ask for them by name; a fact whose key is a field's gets a prefix.
 */
final class EventLine {

  private static final String PREFIX = "fact.";
  private static final Set<String> FIELDS = Set.of("at", "by", "what", "name", "owner");

  /** The facts that judges read as numbers. */
  private static final Set<String> NUMBERS =
      Set.of(
          "age",
          "apart",
          "asked",
          "began",
          "callTimeout",
          "due",
          "error",
          "events",
          "hours",
          "interval",
          "lag",
          "leases",
          "lost",
          "margin",
          "maxHold",
          "poisoned",
          "poll",
          "remaining",
          "renewals",
          "seed",
          "sent",
          "step",
          "t.maxBatch",
          "t.renewalLag",
          "t.renewalsPerTtl",
          "threads",
          "token",
          "took",
          "ttl",
          "validUntil",
          "wait");

  private static final Pattern NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,17}");

  /** Half of a character that needs two is no text in UTF-8, so everything is written in ASCII. */
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private static final JSON TEXT = JSON.builder(FACTORY).build();

  private EventLine() {}

  static String of(Event event) throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("at", event.at());
    line.put("by", event.by());
    line.put("what", event.what().name());
    if (!event.name().isEmpty()) {
      line.put("name", event.name());
    }
    if (!event.owner().isEmpty()) {
      line.put("owner", event.owner());
    }
    event.facts().forEach((key, value) -> line.put(key(key), value(value)));
    return TEXT.asString(line);
  }

  private static String key(String fact) {
    return FIELDS.contains(fact) || fact.startsWith(PREFIX) ? PREFIX + fact : fact;
  }

  private static Object value(String fact) {
    return NUMBER.matcher(fact).matches() ? (Object) Long.valueOf(fact) : fact;
  }

  /**
   * Reads a line.
   *
   * @param number of the line, for the error
   */
  static Event read(String line, int number) {
    Map<String, Object> all = parse(line, number);
    long at = at(all.remove("at"), number);
    String by = text(all, "by", number);
    What what = what(text(all, "what", number), number);
    String name = all.containsKey("name") ? text(all, "name", number) : "";
    String owner = all.containsKey("owner") ? text(all, "owner", number) : "";
    Map<String, String> facts = new HashMap<>();
    all.forEach((key, value) -> facts.put(fact(key), fact(key, value, number)));
    NUMBERS.forEach(key -> isNumber(key, facts.getOrDefault(key, ""), number));
    return new Event(at, by, what, name, owner, facts);
  }

  private static void isNumber(String key, String value, int number) {
    try {
      if (!value.isEmpty()) {
        Long.parseLong(value);
      }
    } catch (NumberFormatException e) {
      throw new BadHistoryException(
          number, "\"" + key + "\" has to be a whole number, not \"" + value + "\"");
    }
  }

  private static Map<String, Object> parse(String line, int number) {
    if (line.isBlank()) {
      throw new BadHistoryException(number, "the line is empty");
    }
    try (JsonParser parser = FACTORY.createParser(line)) {
      Map<String, Object> all = TEXT.mapFrom(parser);
      if (all == null) {
        throw new BadHistoryException(number, "no event, but null");
      }
      if (parser.nextToken() != null) {
        throw new BadHistoryException(number, "more than one event in the line");
      }
      return new HashMap<>(all);
    } catch (IOException e) {
      throw new BadHistoryException(number, "no JSON object: " + firstLine(e));
    }
  }

  private static String firstLine(IOException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private static long at(@Nullable Object value, int number) {
    if (value instanceof Integer || value instanceof Long) {
      return ((Number) value).longValue();
    }
    throw new BadHistoryException(
        number, "\"at\" has to be a whole number of nanoseconds, not " + shown(value));
  }

  private static String text(Map<String, Object> all, String key, int number) {
    Object value = all.remove(key);
    if (value instanceof String text) {
      return text;
    }
    throw new BadHistoryException(number, "\"" + key + "\" has to be a text, not " + shown(value));
  }

  private static What what(String word, int number) {
    for (What what : What.values()) {
      if (what.name().equals(word)) {
        return what;
      }
    }
    throw new BadHistoryException(
        number, "\"what\" is \"" + word + "\", which this version of the kit does not know");
  }

  private static String fact(String key) {
    return key.startsWith(PREFIX) ? key.substring(PREFIX.length()) : key;
  }

  private static String fact(String key, @Nullable Object value, int number) {
    if (value instanceof String || value instanceof Integer || value instanceof Long) {
      return value.toString();
    }
    throw new BadHistoryException(
        number, "\"" + key + "\" has to be a text or a whole number, not " + shown(value));
  }

  private static String shown(@Nullable Object value) {
    return value == null
        ? "nothing"
        : value instanceof String text ? "\"" + text + "\"" : value + "";
  }
}
