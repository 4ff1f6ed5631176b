package io.leasehold.tck.report.html;

import io.leasehold.spi.BackendTraits;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.Moment;
import io.leasehold.tck.run.Played;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import io.leasehold.tck.scenario.RaceScenario;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Histories and outcomes made by hand. Instants are milliseconds. */
final class Story {

  static final long SEED = 7;

  private final List<Event> events = new ArrayList<>();

  Story() {
    add(0, "kit", What.SCENARIO, "", "", "ttl", ms(100), "margin", ms(10), "error", ms(1));
  }

  static long ms(long millis) {
    return millis * 1_000_000;
  }

  Story add(long at, String by, What what, String name, String owner, Object... facts) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < facts.length; i += 2) {
      map.put(String.valueOf(facts[i]), String.valueOf(facts[i + 1]));
    }
    events.add(new Event(ms(at), by, what, name, owner, map));
    return this;
  }

  /** A contender asks, is granted the lease and has it. */
  Story got(long at, String by, String name, String owner, long token) {
    long number = events.size();
    add(at - 3, by, What.ASKED, name, "", "wait", 0, "ttl", ms(100));
    add(at - 2, by, What.SENT, name, owner, "call", "acquire", "number", number);
    add(
        at - 1,
        by,
        What.ANSWERED,
        name,
        owner,
        "call",
        "acquire",
        "number",
        number,
        "outcome",
        "GRANTED",
        "token",
        token,
        "ttl",
        ms(100),
        "age",
        0);
    return add(at, by, What.GOT, name, owner, "token", token, "ttl", ms(100));
  }

  History history() {
    return History.of(events);
  }

  Played played() {
    return new Played(RaceScenario.RACE, SEED, Optional.of(history()), "", Duration.ofMillis(500));
  }

  /** Two who hold the lease at the same time, from 40 ms to 50 ms. */
  static Story twoHolders(String name) {
    return new Story()
        .got(20, "A", name, "aa", 1)
        .got(40, "B", name, "bb", 2)
        .add(45, "eye", What.STORE, name, "bb", "token", 2, "remaining", ms(90), "asked", ms(44))
        .add(50, "A", What.LET, name, "aa")
        .add(60, "B", What.LET, name, "bb");
  }

  static RuleResult broken(String rule, String message, String lease, long... moments) {
    List<Moment> all = new ArrayList<>();
    for (long moment : moments) {
      all.add(new Moment("race", SEED, ms(moment), lease, "B"));
    }
    return result(rule, Verdict.FAIL, message, all);
  }

  static RuleResult result(String rule, Verdict verdict, String message, List<Moment> moments) {
    return new RuleResult(
        RuleCatalogue.rule(rule), verdict, 3, message, null, Duration.ZERO, moments);
  }

  static TckOutcome outcome(String store, List<Played> played, RuleResult... results) {
    return new TckOutcome(
        store,
        BackendTraits.of("shelf", Duration.ofMillis(200)).build(),
        SEED,
        Instant.parse("2026-05-01T08:30:00Z"),
        Duration.ofSeconds(12),
        List.of(results),
        played,
        Map.of("Machine", "two processors"));
  }
}
