package io.leasehold.tck.judge.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judge;
import io.leasehold.tck.judge.Judgement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A history made by hand: ttl 1000 ms, interval 300 ms, margin 20 ms, poll 200 ms, call timeout 100
 * ms. Instants are milliseconds; owners "a1", "a2" are of client A.
 */
final class Story {

  static final long MS = 1_000_000;

  private final List<Event> events = new ArrayList<>();
  private int numbers;

  Story() {
    events.add(
        new Event(
            0,
            "kit",
            What.SCENARIO,
            "",
            "",
            Map.of(
                "callTimeout", "100000000",
                "lag", "0",
                "error", "5000000",
                "ttl", "1000000000",
                "interval", "300000000",
                "margin", "20000000",
                "poll", "200000000")));
  }

  private static String by(String owner) {
    return owner.substring(0, 1).toUpperCase(Locale.ROOT);
  }

  /** Any event. */
  Story add(long at, String by, What what, String name, String owner, Object... facts) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < facts.length; i += 2) {
      map.put(String.valueOf(facts[i]), String.valueOf(facts[i + 1]));
    }
    events.add(new Event(at * MS, by, what, name, owner, map));
    return this;
  }

  /** Something that belongs to an acquisition of the name "n". */
  Story event(long at, String owner, What what, Object... facts) {
    return add(at, by(owner), what, "n", owner, facts);
  }

  /** Something about a client. */
  Story client(long at, String by, What what, Object... facts) {
    return add(at, by, what, "", "", facts);
  }

  /** A call that was answered after so long. */
  Story call(long at, long took, String owner, String call, String outcome, Object... facts) {
    int number = ++numbers;
    add(at, by(owner), What.SENT, "n", owner, "call", call, "number", number);
    Map<String, String> map = new HashMap<>();
    map.put("call", call);
    map.put("number", String.valueOf(number));
    map.put("outcome", outcome);
    for (int i = 0; i < facts.length; i += 2) {
      map.put(String.valueOf(facts[i]), String.valueOf(facts[i + 1]));
    }
    events.add(new Event((at + took) * MS, by(owner), What.ANSWERED, "n", owner, map));
    return this;
  }

  /** Granted within a millisecond, and in the application's hands after another. */
  Story taken(long at, String owner, Object... facts) {
    call(at, 1, owner, "acquire", "GRANTED", "token", at, "ttl", 1000 * MS);
    Object[] all = new Object[facts.length + 4];
    System.arraycopy(new Object[] {"token", at, "ttl", 1000 * MS}, 0, all, 0, 4);
    System.arraycopy(facts, 0, all, 4, facts.length);
    return event(at + 2, owner, What.GOT, all);
  }

  /** Renewed at these instants. */
  Story renewed(String owner, long... instants) {
    for (long at : instants) {
      call(at, 1, owner, "renew", "RENEWED");
    }
    return this;
  }

  /** Lost, told and ended. */
  Story lost(long at, String owner, String reason) {
    return event(at, owner, What.LOST, "reason", reason)
        .event(at, owner, What.ENDED, "state", "LOST", "reason", reason);
  }

  /** A question, and nothing yet. */
  Story asked(long at, String by, int ask, long wait) {
    return add(at, by, What.ASKED, "n", "", "ask", ask, "wait", wait * MS);
  }

  /** No lease for it. */
  Story failed(long at, String by, int ask, String code) {
    return add(at, by, What.FAILED, "n", "", "ask", ask, "code", code);
  }

  /** Closed, and looked at when it was over. */
  Story closed(long begin, long end, String by) {
    return client(begin, by, What.CLOSE, "phase", "begin", "call", 1)
        .client(end, by, What.CLOSE, "phase", "end", "call", 1)
        .client(end, by, What.CLOSE, "phase", "over");
  }

  /** The story ends here. */
  Story until(long at) {
    return client(at, "kit", What.NOTE, "text", "the end");
  }

  private Judgement judged(Judge judge) {
    return judge.judge(History.of(events));
  }

  void passes(Judge judge) {
    assertThat(judged(judge).findings()).isEmpty();
    assertThat(judged(judge).decisive()).isPositive();
  }

  void fails(Judge judge) {
    assertThat(judged(judge).findings()).isNotEmpty();
  }

  void saysNothing(Judge judge) {
    assertThat(judged(judge).findings()).isEmpty();
    assertThat(judged(judge).decisive()).isZero();
  }
}
