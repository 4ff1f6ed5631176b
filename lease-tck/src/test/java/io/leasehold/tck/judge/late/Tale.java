package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A history made by hand about one name: ttl 1000 ms, interval 333 ms, margin 20 ms, call timeout
 * 300 ms, clock error 5 ms. Instants are milliseconds.
 */
final class Tale {

  static final String GRANTED = "Granted[grant=..., age=PT0S]";
  private static final String NAME = "n";
  private static final long MS = 1_000_000;

  private final List<Event> events = new ArrayList<>();
  private int calls;

  Tale() {
    this("LEASE");
  }

  Tale(String scope) {
    add(
        0,
        "kit",
        What.SCENARIO,
        "",
        "",
        "callTimeout",
        300 * MS,
        "lag",
        0,
        "error",
        5 * MS,
        "ttl",
        1000 * MS,
        "interval",
        333 * MS,
        "margin",
        20 * MS,
        "poll",
        166 * MS,
        "step",
        MS,
        "observer",
        false,
        "t.ttlScope",
        scope);
  }

  /** A call of that owner, answered after so many milliseconds. */
  Tale slow(long at, String owner, String call, String outcome, long took, Object... facts) {
    String number = String.valueOf(++calls);
    String by = by(owner);
    add(at, by, What.SENT, NAME, owner, "call", call, "number", number, "ttl", 1000 * MS);
    Object[] answer = {"call", call, "number", number, "outcome", outcome, "ttl", 1000 * MS};
    return add(at + took, by, What.ANSWERED, NAME, owner, with(answer, facts));
  }

  /** A call that was answered in a millisecond. */
  Tale call(long at, String owner, String call, String outcome, Object... facts) {
    return slow(at, owner, call, outcome, 1, facts);
  }

  /** The engine has it, and so has the application. */
  Tale taken(long at, String owner) {
    return call(at, owner, "acquire", "GRANTED", "token", 1)
        .event(at + 2, owner, What.GOT, "token", 1, "ttl", 1000 * MS);
  }

  /** A request that reached the store apart from its caller. */
  Tale arrived(long at, String owner, String call, String answer) {
    return event(
        at + 1,
        owner,
        What.FAULT,
        "fault",
        "ARRIVED",
        "call",
        call,
        "began",
        at * MS,
        "answer",
        answer);
  }

  /** The eye's look. */
  Tale look(long at, String owner, long remaining) {
    return add(
        at, "eye", What.STORE, NAME, owner, "asked", at * MS - 1, "remaining", remaining * MS);
  }

  /** Something that belongs to an acquisition. */
  Tale event(long at, String owner, What what, Object... facts) {
    return add(at, by(owner), what, NAME, owner, facts);
  }

  /** Something that belongs to no acquisition. */
  Tale told(long at, String by, What what, Object... facts) {
    return add(at, by, what, NAME, "", facts);
  }

  History history() {
    return History.of(events);
  }

  /** Owners "a1", "a2" are of contender A. */
  private static String by(String owner) {
    return owner.substring(0, 1).toUpperCase(java.util.Locale.ROOT);
  }

  private static Object[] with(Object[] some, Object... more) {
    List<Object> all = new ArrayList<>(List.of(some));
    all.addAll(List.of(more));
    return all.toArray();
  }

  private Tale add(long at, String by, What what, String name, String owner, Object... facts) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < facts.length; i += 2) {
      map.put(String.valueOf(facts[i]), String.valueOf(facts[i + 1]));
    }
    events.add(new Event(at * MS, by, what, name, owner, map));
    return this;
  }
}
