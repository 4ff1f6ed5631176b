package io.leasehold.tck.rules.engine;

import static io.leasehold.tck.rule.Guarantee.G10;
import static io.leasehold.tck.rule.Guarantee.G2;
import static io.leasehold.tck.rule.Guarantee.G3;
import static io.leasehold.tck.rule.Guarantee.G9;
import static io.leasehold.tck.rule.Rule.must;
import static io.leasehold.tck.rule.Rule.stochastic;
import static io.leasehold.tck.scenario.FreezeScenario.FREEZE;
import static io.leasehold.tck.scenario.LossScenario.LOSS;
import static io.leasehold.tck.scenario.RaceScenario.RACE;
import static io.leasehold.tck.scenario.cut.PartitionScenario.PARTITION;
import static io.leasehold.tck.scenario.late.AnswersScenario.ANSWERS;
import static io.leasehold.tck.scenario.late.InterruptedScenario.INTERRUPTED;
import static io.leasehold.tck.scenario.process.PauseScenario.PAUSE;

import io.leasehold.tck.judge.loss.AfterLoss;
import io.leasehold.tck.judge.loss.Notice;
import io.leasehold.tck.judge.loss.Readings;
import io.leasehold.tck.judge.loss.Reasons;
import io.leasehold.tck.judge.loss.ServedAgain;
import io.leasehold.tck.judge.loss.Told;
import io.leasehold.tck.judge.loss.Undisturbed;
import io.leasehold.tck.rule.Rule;
import java.util.List;

/** The end of validity: what is read, who is told, when, and what follows. */
final class LossRules {

  static final List<Rule> RULES =
      List.of(
          must("LOST-01", G3, "Every loss is told exactly once, with a reason.")
              .why(
                  "A holder that is not told works on; one that is told twice stops its successor.")
              .check("Who ends a lease whose validity is over; how listeners are taken off.")
              .judge(Told::judge, LOSS, FREEZE),
          must(
                  "LOST-02",
                  G3,
                  "A loss is told before the store can give the name to another, however the network"
                      + " hangs.")
              .why("Told later, it tells that the damage is done.")
              .check("What the loss waits for: a call, a lock, a thread; the margin.")
              .judge(Notice::inTime, LOSS, FREEZE),
          must("LOST-03", G2, "The answer of isHeld() is false from the end of validity on.")
              .why("It is what the guarded work asks before each step.")
              .check("Whether it is computed by the clock; which instant validity counts from.")
              .judge(Readings::areHonest, LOSS, FREEZE),
          stochastic("LOST-04", G3, "A loss is told at once, with few exceptions.")
              .why("The margin is for bad luck; who uses it up every time has none left.")
              .check("How the watchdog sleeps; how many threads a loss passes on its way.")
              .judge(Notice::atOnce, LOSS, FREEZE),
          must("LOST-05", G9, "After a loss no renewal of that acquisition is sent.")
              .why("A lost lease that is renewed keeps everybody out, and nobody holds it.")
              .check("Whether a loss takes the lease off the renewals.")
              .judge(AfterLoss::isNotRenewed, LOSS, FREEZE),
          must(
                  "LOST-06",
                  G9,
                  "What was lost is freed at the store, tried until that is certain or the ttl is"
                      + " over.")
              .why("The record of a lost lease keeps everybody out for nothing.")
              .check("The clean-up after a loss, and after an answer that is not definite.")
              .judge(AfterLoss::isFreed, LOSS, FREEZE),
          must("LOST-07", G3, "The reason of a loss is what happened.")
              .why(
                  "By the reason people decide whether to look at the store, the network or the code.")
              .check("Which answers decide; what is looked at when validity has run out.")
              .judge(Reasons::judge, LOSS, FREEZE),
          must("LOST-08", G2, "A lease is given out only after its grant and before its end.")
              .why("Whoever gets a lease believes that he holds it.")
              .check("Late answers to acquire; which instant validity counts from.")
              .judge(Readings::areGivenOutValid, LOSS, RACE, FREEZE, PAUSE, INTERRUPTED),
          must("LOST-09", G2, "A lease that is over is never held again.")
              .why("The name may have been somebody else's in between.")
              .check("Renewals that are answered late; whether the end is final in one step.")
              .judge(Readings::areFinal, LOSS, FREEZE),
          must("LOST-10", G9, "A lease that nobody disturbs is renewed in time and not lost.")
              .why("A lease that is lost for nothing stops work for nothing.")
              .check(
                  "The renewal plan: interval, jitter, lanes, and what one answer does to another.")
              .judge(Undisturbed::judge, LOSS, RACE),
          must(
                  "LOST-23",
                  G10,
                  "After a bad end the same client's next lease of that name is renewed and kept as"
                      + " if nothing had been.")
              .why("What is left of a lost lease would end each that comes after it.")
              .check("What is kept by name, by thread or by client and not by acquisition.")
              .judge(Undisturbed::afterABadEnd, LOSS, PARTITION),
          must(
                  "LOST-24",
                  G10,
                  "After a bad end the same client is given that name again, as anybody would be.")
              .why("A client that has locked itself out stands still until it is restarted.")
              .check("Guards of the process's own: whether they end with the lease in every case.")
              .judge(ServedAgain::judge, LOSS, PARTITION, ANSWERS, INTERRUPTED));

  private LossRules() {}
}
