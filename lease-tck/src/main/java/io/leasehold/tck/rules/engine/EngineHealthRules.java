package io.leasehold.tck.rules.engine;

import static io.leasehold.tck.rule.Guarantee.G10;
import static io.leasehold.tck.rule.Guarantee.G3;
import static io.leasehold.tck.rule.Rule.must;

import io.leasehold.tck.judge.life.KeptJudge;
import io.leasehold.tck.judge.life.ToldJudge;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.scenario.life.WatchdogScenario;
import java.util.List;

/** Engines in trouble. */
final class EngineHealthRules {

  static final List<Rule> RULES =
      List.of(
          must(
                  "LOST-20",
                  G3,
                  "What fails once in an engine, its watchdog or a call that throws, costs no lease;"
                      + " while it fails on or stands still, each lease is held no longer than its"
                      + " ttl and its loss is told.")
              .why("A dead thread must not leave a holder in the belief that it holds.")
              .check("That isHeld() computes, and that the watchdog goes on after an Error.")
              .judge(ToldJudge::sick, WatchdogScenario.WATCHDOG),
          must("LOST-21", G10, "Observers and listeners that throw or block delay no renewal.")
              .why("What an application hangs on a lease is not under the engine's control.")
              .check("That no code of users runs on the threads of the engine.")
              .judge(KeptJudge::sound, WatchdogScenario.WATCHDOG),
          must(
                  "LOST-22",
                  G10,
                  "Listeners that throw or block delay the loss signal of no other lease.")
              .why("The holder that has to stop now would wait for one that never does.")
              .check("That the signals of each lease have a thread of their own.")
              .judge(ToldJudge::poisoned, WatchdogScenario.WATCHDOG));

  private EngineHealthRules() {}
}
