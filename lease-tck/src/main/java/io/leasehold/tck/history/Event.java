package io.leasehold.tck.history;

import java.util.Map;
import java.util.TreeMap;

/**
 * One thing that was seen while a scenario was played. Immutable.
 *
 * @param at when, in nanoseconds on the kit's monotonic clock
 * @param by who: a contender's label, {@code kit}, or {@code eye} for the store's own word
 * @param what what was seen; says which facts there are
 * @param name the lease, empty if it concerns none
 * @param owner the acquisition (32 hexadecimal digits), empty if it concerns none
 * @param facts the rest, by name
 */
public record Event(
    long at, String by, What what, String name, String owner, Map<String, String> facts) {

  /** Keeps a sorted copy of the facts, so that a history is written in one way only. */
  public Event {
    facts = java.util.Collections.unmodifiableMap(new TreeMap<>(facts));
  }

  /** A fact; empty if there is none. */
  public String fact(String key) {
    return facts.getOrDefault(key, "");
  }

  /** A fact that is a number; 0 if there is none. */
  public long number(String key) {
    String value = fact(key);
    return value.isEmpty() ? 0 : Long.parseLong(value);
  }

  /** Whether a fact has this value. */
  public boolean is(String key, String value) {
    return value.equals(facts.get(key));
  }

  /** The same at another instant: a process of its own counts on another clock. */
  public Event at(long instant) {
    return new Event(instant, by, what, name, owner, facts);
  }
}
