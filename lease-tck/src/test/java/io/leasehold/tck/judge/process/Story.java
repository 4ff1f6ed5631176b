package io.leasehold.tck.judge.process;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A history by hand, in milliseconds: ttl 1000, interval 330, margin 20, callTimeout 100, poll 150,
 * no takeover lag, clock error 5. Owners are {@code a1}, {@code b1}, ...; their contender is the
 * first letter, in capitals.
 */
final class Story {

  static final String NAME = "job";
  private static final long MS = 1_000_000;

  private final List<Event> events = new ArrayList<>();
  private int calls;

  Story() {
    events.add(
        event(
            0,
            "kit",
            What.SCENARIO,
            "",
            "",
            "ttl",
            1000 * MS,
            "interval",
            330 * MS,
            "margin",
            20 * MS,
            "callTimeout",
            100 * MS,
            "poll",
            150 * MS,
            "lag",
            0,
            "error",
            5 * MS,
            "step",
            MS,
            "observer",
            false));
  }

  private static Event event(
      double at, String by, What what, String name, String owner, Object... facts) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < facts.length; i += 2) {
      map.put(String.valueOf(facts[i]), String.valueOf(facts[i + 1]));
    }
    return new Event((long) (at * MS), by, what, name, owner, map);
  }

  private static String by(String owner) {
    return owner.substring(0, 1).toUpperCase(java.util.Locale.ROOT);
  }

  /** The same on a store whose ttl runs only under a contender's eyes. */
  Story watched() {
    Event first = events.remove(0);
    Map<String, String> facts = new HashMap<>(first.facts());
    facts.put("observer", "true");
    events.add(0, new Event(0, "kit", What.SCENARIO, "", "", facts));
    return this;
  }

  /** Something that the application sees of its lease. */
  Story sees(double at, String owner, What what, Object... facts) {
    events.add(event(at, by(owner), what, NAME, owner, facts));
    return this;
  }

  /** A call that takes 2 ms. */
  Story calls(double at, String owner, String call, String outcome, Object... facts) {
    return calls(at, at + 2, owner, call, outcome, facts);
  }

  /** A call; without an outcome it has no answer. */
  Story calls(double at, double end, String owner, String call, String outcome, Object... facts) {
    int number = ++calls;
    events.add(event(at, by(owner), What.SENT, NAME, owner, "call", call, "number", number));
    if (!outcome.isEmpty()) {
      List<Object> all = new ArrayList<>(List.of("call", call, "number", number));
      all.addAll(List.of("outcome", outcome));
      all.addAll(List.of(facts));
      events.add(event(end, by(owner), What.ANSWERED, NAME, owner, all.toArray()));
    }
    return this;
  }

  /** Asks, is granted and gets it within 3 ms; the token is the number in the owner's name. */
  Story takes(double at, String owner) {
    events.add(event(at, by(owner), What.ASKED, NAME, "", "wait", 0, "ttl", 1000 * MS));
    return granted(at, owner);
  }

  /** Is granted and gets it within 3 ms. */
  Story granted(double at, String owner) {
    String token = owner.substring(1);
    return calls(at, owner, "acquire", "GRANTED", "token", token, "ttl", 1000 * MS, "age", 0)
        .sees(at + 3, owner, What.GOT, "token", token, "ttl", 1000 * MS);
  }

  /** Something of a contender that is about no lease. */
  Story of(String by, double at, What what, Object... facts) {
    events.add(event(at, by, what, "", "", facts));
    return this;
  }

  /** Asks for the name. */
  Story asks(double at, String by) {
    events.add(event(at, by, What.ASKED, NAME, "", "wait", 5000 * MS, "ttl", 1000 * MS));
    return this;
  }

  /** Has asked in vain. */
  Story fails(double at, String by, double took) {
    events.add(
        event(at, by, What.FAILED, NAME, "", "code", "TIMED_OUT", "took", (long) (took * MS)));
    return this;
  }

  Story killed(double at, String by) {
    return of(by, at, What.PROCESS, "phase", "killed", "sent", (long) ((at - 2) * MS));
  }

  Story stopped(double from, double to, String by) {
    return of(by, from, What.PROCESS, "phase", "stopped", "sent", (long) ((from - 2) * MS))
        .of(by, to, What.PROCESS, "phase", "woken")
        .of(by, to + 5, What.PROCESS, "phase", "running");
  }

  /** What the store says, by a look of 1 ms. */
  Story looks(double at, String owner, double remaining) {
    events.add(
        event(
            at + 1,
            "eye",
            What.STORE,
            NAME,
            owner,
            "asked",
            (long) (at * MS),
            "token",
            owner.isEmpty() ? 0 : owner.substring(1),
            "remaining",
            (long) (remaining * MS)));
    return this;
  }

  Story writes(double at, String owner, boolean fenced, boolean accepted) {
    return sees(
        at,
        owner,
        What.WRITE,
        "resource",
        fenced ? "fenced" : "unfenced",
        "token",
        owner.substring(1),
        "accepted",
        accepted);
  }

  History history() {
    return History.of(events);
  }
}
