package io.leasehold.tck.rules.engine;

import static io.leasehold.tck.rule.Guarantee.G10;
import static io.leasehold.tck.rule.Guarantee.G7;
import static io.leasehold.tck.rule.Guarantee.G8;
import static io.leasehold.tck.rule.Rule.must;

import io.leasehold.tck.judge.life.LineJudge;
import io.leasehold.tck.judge.life.WaitJudge;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.scenario.life.WaitersScenario;
import java.util.List;

/** Waiting: who is served, when, and how a wait ends. */
final class WaitRules {

  static final List<Rule> RULES =
      List.of(
          must(
                  "WAK-01",
                  G8,
                  "A waiter is served within the poll bound once the name is free, also if every"
                      + " hint is lost.")
              .why("A waiter that relies on hints sleeps for ever when one is lost.")
              .check("That a waiter asks again by itself, at least once in every poll interval.")
              .judge(WaitJudge::served, WaitersScenario.WAITERS),
          must(
                  "WAK-02",
                  G10,
                  "Of the waiters of one client for one name only one at a time asks the store.")
              .why("A client with a hundred waiters would be a hundred contenders.")
              .check("That waiters stand in one line per name, and only its head contends.")
              .judge(WaitJudge::oneAtATime, WaitersScenario.WAITERS),
          must(
                  "WAK-03",
                  G8,
                  "A waiter that dies when it is woken costs the others at most one poll bound, and"
                      + " a ttl if it had been granted the name.")
              .why("The wake-up was its; nobody sends another.")
              .check("The poll of those who were not woken; hints that are used up by the dead.")
              .judge(WaitJudge::afterADeath, WaitersScenario.WAITERS),
          must(
                  "WAK-04",
                  G7,
                  "A wait ends within its time and two call timeouts, not earlier, and its caller"
                      + " is told rightly why.")
              .why(
                  "Who is told that the store is down looks elsewhere than who is told that"
                      + " another holds the name.")
              .check("The deadline of a wait, also while the store is silent; the codes.")
              .judge(LineJudge::endsInTime, WaitersScenario.WAITERS),
          must("WAK-05", G7, "Nothing asks the store for a caller that has given up.")
              .why("A grant that nobody waits for is held for nobody.")
              .check("That a waiter that leaves the line takes its timers and hints with it.")
              .judge(LineJudge::nothingLeft, WaitersScenario.WAITERS),
          must(
                  "WAK-06",
                  G8,
                  "A waiter is overtaken at most once by callers of its own client who come later.")
              .why("Among callers that take a name all the time, a waiter would never get it.")
              .check("That a caller who does not wait gives way to those who do.")
              .judge(LineJudge::fair, WaitersScenario.WAITERS),
          must(
                  "WAK-07",
                  G8,
                  "Waiters of one name in one client are served in the order in which they came.")
              .why("The last to come would be the first, and somebody waits for ever.")
              .check("That the line is first come, first served.")
              .judge(LineJudge::inOrder, WaitersScenario.WAITERS));

  private WaitRules() {}
}
