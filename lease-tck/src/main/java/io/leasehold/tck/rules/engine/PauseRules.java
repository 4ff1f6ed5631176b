package io.leasehold.tck.rules.engine;

import static io.leasehold.tck.rule.Guarantee.G2;
import static io.leasehold.tck.rule.Guarantee.G3;
import static io.leasehold.tck.rule.Guarantee.G4;
import static io.leasehold.tck.rule.Guarantee.G5;
import static io.leasehold.tck.rule.Guarantee.G8;
import static io.leasehold.tck.rule.Rule.must;
import static io.leasehold.tck.scenario.process.ClockStepScenario.CLOCK_STEP;
import static io.leasehold.tck.scenario.process.PauseScenario.PAUSE;

import io.leasehold.tck.judge.process.ClockSteps;
import io.leasehold.tck.judge.process.HaltedTakeover;
import io.leasehold.tck.judge.process.LateWrites;
import io.leasehold.tck.judge.process.ShortPauses;
import io.leasehold.tck.judge.process.Successors;
import io.leasehold.tck.judge.process.ToldWhenWoken;
import io.leasehold.tck.judge.process.WokenReads;
import io.leasehold.tck.rule.Rule;
import java.util.List;

/** Holders that stand still, and clocks that do not. */
final class PauseRules {

  /** The rules. */
  public static final List<Rule> RULES =
      List.of(
          must(
                  "PAUSE-01",
                  G3,
                  "The first look at a lease in a process that stood still for longer than the ttl"
                      + " says that it is not held, without asking the store.")
              .why("Woken code goes on in the middle of a line: only its own clock can warn it.")
              .check(
                  "Whether isHeld() compares the clock with the end of validity, or trusts a state"
                      + " that a thread has yet to change.")
              .judge(WokenReads::judge, PAUSE),
          must(
                  "PAUSE-02",
                  G8,
                  "The name of a holder that stands still is granted to who waits for it, not before"
                      + " its ttl is over and within ttl, takeover lag and one poll.")
              .why("To the others a pause and a death are the same.")
              .check("Expiry at the store; heartbeats that go on while the engine stands still.")
              .judge(HaltedTakeover::stopped, PAUSE),
          must(
                  "PAUSE-03",
                  G5,
                  "A resource that compares fencing tokens refuses the late write of a holder that"
                      + " stood still, and takes its successor's.")
              .why("No check before a write can help if the pause comes between both.")
              .check("That each grant's token is greater than every earlier one of the name.")
              .judge(LateWrites::fenced, PAUSE),
          must(
                  "PAUSE-04",
                  G5,
                  "Without fencing the same late writes reach the resource: the pauses of this run"
                      + " could do harm.")
              .why("It tests the kit itself: a run without danger shows nothing.")
              .check("Whether the process was stopped in the middle of its work; the scenario.")
              .judge(LateWrites::unfenced, PAUSE),
          must(
                  "PAUSE-05",
                  G3,
                  "Who stood still for longer than its ttl is told of the loss exactly once, at"
                      + " once, with a reason that can be true.")
              .why("Work that runs on without looking at its lease has to be stopped by somebody.")
              .check("The watchdog's first run after a pause; whose answer ends the lease.")
              .judge(ToldWhenWoken::judge, PAUSE),
          must(
                  "PAUSE-06",
                  G4,
                  "Nothing that a woken process still sends for its old lease, nor an answer that it"
                      + " still gets, changes its successor's.")
              .why("Renewals and releases that were under way arrive when another holds the name.")
              .check("That renew, release and abandon compare the owner in the same atomic step.")
              .judge(Successors::judge, PAUSE),
          must("PAUSE-07", G2, "A pause that leaves time for a renewal costs no lease.")
              .why("Short pauses happen all the time; an engine must not give up before it has to.")
              .check("When a renewal is due, and what the engine does when it finds itself late.")
              .judge(ShortPauses::judge, PAUSE),
          must(
                  "PAUSE-08",
                  G2,
                  "Steps of the wall clock by an hour, and another time zone, cost no lease and grant"
                      + " none.")
              .why(
                  "Clocks are set while applications run; expiry that trusts them ends or lasts"
                      + " too early or too long.")
              .check(
                  "Every use of the time of day, in the client and in what it sends to the store.")
              .judge(ClockSteps::judge, CLOCK_STEP));

  private PauseRules() {}
}
