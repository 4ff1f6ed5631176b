package io.leasehold.peers.judge;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A history made by hand; times in milliseconds. ttl 1,000, interval 300, poll 100, call 50. */
final class Told {

  static final String NAME = "lock";

  private final List<Event> events = new ArrayList<>();

  Told() {
    add(
        0,
        "kit",
        What.SCENARIO,
        "",
        Map.of(
            "ttl", ms(1_000),
            "interval", ms(300),
            "poll", ms(100),
            "callTimeout", ms(50),
            "margin", ms(20),
            "lag", ms(0),
            "error", ms(5)));
  }

  private static String ms(long millis) {
    return String.valueOf(millis * 1_000_000);
  }

  Told add(long at, String by, What what, String owner, Map<String, String> facts) {
    String name = what == What.SCENARIO || what == What.FAULT || what == What.CLOSE ? "" : NAME;
    events.add(new Event(at * 1_000_000, by, what, name, owner, facts));
    return this;
  }

  Told got(long asked, long at, String by, String owner) {
    return got(asked, at, by, owner, 0);
  }

  Told got(long asked, long at, String by, String owner, long token) {
    asks(asked, by, 0);
    return add(
        at, by, What.GOT, owner, Map.of("token", "" + token, "ttl", ms(1_000), "asked", ms(asked)));
  }

  Told asks(long at, String by, long wait) {
    return add(at, by, What.ASKED, "", Map.of("wait", ms(wait), "ttl", ms(1_000)));
  }

  Told fails(long at, String by, String code) {
    return add(at, by, What.FAILED, "", Map.of("code", code));
  }

  Told busy(long at, String by) {
    return asks(at, by, 0).fails(at + 1, by, "HELD_BY_ANOTHER");
  }

  Told lets(long at, String by, String owner) {
    return add(at, by, What.LET, owner, Map.of());
  }

  Told released(long at, String by, String owner, String result) {
    return add(at, by, What.RELEASED, owner, Map.of("result", result));
  }

  Told cut(long at, String whom, String phase) {
    return add(at, "kit", What.FAULT, "", Map.of("fault", "cut", "target", whom, "phase", phase));
  }

  History history() {
    return History.of(events);
  }
}
