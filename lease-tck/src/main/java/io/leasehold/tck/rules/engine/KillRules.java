package io.leasehold.tck.rules.engine;

import static io.leasehold.tck.rule.Guarantee.G1;
import static io.leasehold.tck.rule.Guarantee.G10;
import static io.leasehold.tck.rule.Guarantee.G8;
import static io.leasehold.tck.rule.Guarantee.G9;
import static io.leasehold.tck.rule.Rule.must;
import static io.leasehold.tck.scenario.process.ClockStepScenario.CLOCK_STEP;
import static io.leasehold.tck.scenario.process.KillScenario.KILL;
import static io.leasehold.tck.scenario.process.ProcessesScenario.PROCESSES;

import io.leasehold.tck.judge.process.Bystanders;
import io.leasehold.tck.judge.process.DeadOwners;
import io.leasehold.tck.judge.process.HaltedTakeover;
import io.leasehold.tck.rule.Rule;
import java.util.List;

/** Holders that are killed. */
final class KillRules {

  /** The rules. */
  public static final List<Rule> RULES =
      List.of(
          must(
                  "KILL-01",
                  G8,
                  "The name of a killed holder is granted to who waits for it within ttl, takeover"
                      + " lag and one poll of the last request that the store may have executed.")
              .why("A dead process must not keep the others from working for longer than agreed.")
              .check(
                  "Expiry at the store; the declared takeover lag; whether a session or a"
                      + " connection pool outlives its process.")
              .judge(HaltedTakeover::killedInTime, KILL, PROCESSES, CLOCK_STEP),
          must(
                  "KILL-02",
                  G1,
                  "The name of a killed holder is not granted before the ttl is over that the store"
                      + " has confirmed last.")
              .why(
                  "Nobody can tell a dead holder from a slow one: its ttl is what it was promised.")
              .check("Whether a lost connection frees what its client holds; whose clock expires.")
              .judge(HaltedTakeover::killedNotEarly, KILL, PROCESSES, CLOCK_STEP),
          must(
                  "KILL-03",
                  G9,
                  "Nobody renews for the dead: after ttl and takeover lag the store does not name a"
                      + " killed owner any more.")
              .why("A keepalive that outlives its engine makes a lease immortal.")
              .check(
                  "Heartbeats of the driver, of a proxy or of the server that go on by themselves.")
              .judge(DeadOwners::judge, KILL, PROCESSES, CLOCK_STEP),
          must(
                  "KILL-04",
                  G10,
                  "The death of a process costs no other contender its lease, in whatever process it"
                      + " lives.")
              .why("A crash is an everyday event, and one crash must stay one.")
              .check("What the store or the driver cleans up when a connection breaks.")
              .judge(Bystanders::judge, KILL, PROCESSES));

  private KillRules() {}
}
