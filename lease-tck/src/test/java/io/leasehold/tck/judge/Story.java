package io.leasehold.tck.judge;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A history made by hand. Times are milliseconds; ttl 900, interval 300, margin 20, callTimeout
 * 100, poll 100, lag 0, clock error 5 unless said otherwise. An owner is its contender's label, a
 * slash and anything.
 */
public final class Story {

  private static final long MS = 1_000_000;

  private final Map<String, String> scenario = new HashMap<>();
  private final List<Event> events = new ArrayList<>();
  private int calls;

  /** Nothing has happened yet. */
  public Story() {
    Map.of("ttl", 900, "interval", 300, "margin", 20, "callTimeout", 100, "poll", 100, "error", 5)
        .forEach((key, ms) -> scenario.put(key, String.valueOf(ms * MS)));
    scenario.put("lag", "0");
    scenario.put("t.renewalsPerTtl", "3");
    scenario.put("t.renewalLag", "1");
    scenario.put("t.grantsSurviveRestart", "true");
  }

  /** A setting in milliseconds. */
  public Story with(String setting, long ms) {
    scenario.put(setting, String.valueOf(ms * MS));
    return this;
  }

  /** Anything. */
  public Story event(long at, String by, What what, String name, String owner, Object... facts) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < facts.length; i += 2) {
      map.put(String.valueOf(facts[i]), String.valueOf(facts[i + 1]));
    }
    events.add(new Event(at * MS, by, what, name, owner, map));
    return this;
  }

  private static String by(String owner) {
    return owner.substring(0, owner.indexOf('/'));
  }

  /** A call and its answer. */
  public Story call(
      String owner, String call, long sent, long answered, String outcome, Object... facts) {
    calls++;
    List<Object> answer =
        new ArrayList<>(List.of("call", call, "number", calls, "outcome", outcome));
    answer.addAll(List.of(facts));
    event(sent, by(owner), What.SENT, "n", owner, "call", call, "number", calls, "ttl", 900 * MS);
    return event(answered, by(owner), What.ANSWERED, "n", owner, answer.toArray());
  }

  /** A grant and its receipt by the application. */
  public Story got(String owner, long sent, long answered, long token) {
    call(owner, "acquire", sent, answered, "GRANTED", "token", token, "ttl", 900 * MS);
    return event(
        answered, by(owner), What.GOT, "n", owner, "token", token, "ttl", String.valueOf(900 * MS));
  }

  /** A renewal that is confirmed within a millisecond. */
  public Story renewed(String owner, long sent) {
    return call(owner, "renew", sent, sent + 1, "RENEWED");
  }

  /** The application lets it go, and the store confirms; it ends well. */
  public Story released(String owner, long at) {
    seen(at, What.LET, owner);
    call(owner, "release", at, at + 1, "RELEASED");
    seen(at + 1, What.RELEASED, owner, "result", "RELEASED");
    return seen(at + 1, What.ENDED, owner, "state", "RELEASED", "reason", "");
  }

  /** A loss is told, then the end. */
  public Story lost(String owner, long at, String reason) {
    seen(at, What.LOST, owner, "reason", reason);
    return seen(at, What.ENDED, owner, "state", "LOST", "reason", reason);
  }

  /** Something that the application sees of a lease. */
  public Story seen(long at, What what, String owner, Object... facts) {
    return event(at, by(owner), what, "n", owner, facts);
  }

  /** The store's word. */
  public Story look(long asked, long at, String owner, long token) {
    return event(at, "eye", What.STORE, "n", owner, "asked", asked * MS, "token", token);
  }

  /** A client is closed, at once. */
  public Story closed(String by, long at) {
    event(at, by, What.CLOSE, "", "", "phase", "begin");
    return event(at, by, What.CLOSE, "", "", "phase", "end");
  }

  /** Something happens much later, so that all was watched until then. */
  public Story watchedUntil(long at) {
    return event(at, "kit", What.NOTE, "", "", "text", "the end");
  }

  /** A contender's recorder loses something. */
  public Story gap(String by) {
    return event(0, by, What.GAP, "", "", "count", 1);
  }

  /** The events so far, without those. */
  public List<Event> without(Predicate<Event> some) {
    return events.stream().filter(some.negate()).toList();
  }

  /** The events so far. */
  public List<Event> events() {
    return List.copyOf(events);
  }

  /** The history of these events. */
  public History of(List<Event> some) {
    List<Event> all = new ArrayList<>(some);
    all.add(0, new Event(-MS, "kit", What.SCENARIO, "", "", scenario));
    return History.of(all);
  }

  /** The history. */
  public History history() {
    return of(events);
  }
}
