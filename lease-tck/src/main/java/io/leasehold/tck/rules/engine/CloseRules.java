package io.leasehold.tck.rules.engine;

import static io.leasehold.tck.rule.Guarantee.G3;
import static io.leasehold.tck.rule.Guarantee.G6;
import static io.leasehold.tck.rule.Guarantee.G7;
import static io.leasehold.tck.rule.Guarantee.G9;
import static io.leasehold.tck.rule.Rule.must;

import io.leasehold.tck.judge.life.AfterClose;
import io.leasehold.tck.judge.life.CloseJudge;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.scenario.life.CloseScenario;
import java.util.List;

/** Closing: the end of a client, and of what it holds. */
final class CloseRules {

  static final List<Rule> RULES =
      List.of(
          must(
                  "CLOSE-01",
                  G3,
                  "Every lease of a client that is closed ends, and is told of its end, exactly"
                      + " once.")
              .why("A holder that is not told works on after its client has let the name go.")
              .check("That close loses every open lease, also those granted meanwhile.")
              .judge(CloseJudge::endedOnce, CloseScenario.CLOSE),
          must(
                  "CLOSE-02",
                  G6,
                  "A client that is closed sends no acquire and no renewal, and leaves no thread.")
              .why("What a closed client still renews or takes is held by nobody.")
              .check("That close waits for attempts under way and stops the engine's threads.")
              .judge(CloseJudge::silent, CloseScenario.CLOSE),
          must(
                  "CLOSE-03",
                  G9,
                  "The names of a client that is closed are vacant when close has returned; those"
                      + " it could not free, once their ttl and the takeover lag are over.")
              .why("Everybody else would wait for a holder that is gone.")
              .check("That close releases what is held and gives back what was granted meanwhile.")
              .judge(CloseJudge::vacant, CloseScenario.CLOSE),
          must(
                  "CLOSE-04",
                  G7,
                  "Closing takes at most three call timeouts and a second, whatever the store does.")
              .why("A process that is told to end is killed when it does not end in time.")
              .check("What close waits for, and whether each wait has a bound.")
              .judge(CloseJudge::inTime, CloseScenario.CLOSE),
          must(
                  "CLOSE-05",
                  G7,
                  "Who waits for a lease of a client that is closed, or asks it later, is told"
                      + " CLIENT_CLOSED within the bound of close and gets no lease.")
              .why("A waiter that nobody wakes hangs for ever.")
              .check(
                  "That close wakes all waiters, and that every call looks whether it is closed.")
              .judge(CloseJudge::answers, CloseScenario.CLOSE),
          must("CLOSE-06", G9, "No lease is held once close of its client has returned.")
              .why("Its name is free: somebody else holds it.")
              .check("That close ends validity before it frees the names.")
              .judge(CloseJudge::notHeld, CloseScenario.CLOSE),
          must(
                  "CLOSE-07",
                  G3,
                  "No listener of a lease is called once its client is closed, and whenEnded()"
                      + " completes before.")
              .why("What the application has closed as well would be used by its listeners.")
              .check("What close waits for; that signals left at its bound are dropped.")
              .judge(AfterClose::judge, CloseScenario.CLOSE));

  private CloseRules() {}
}
