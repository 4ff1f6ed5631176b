package io.leasehold.tck.rules.engine;

import static io.leasehold.tck.rule.Guarantee.G9;
import static io.leasehold.tck.rule.Rule.must;

import io.leasehold.tck.judge.life.LimitJudge;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.scenario.life.LimitsScenario;
import java.util.List;

/** The end of leases that nobody lets go. */
final class LimitRules {

  static final List<Rule> RULES =
      List.of(
          must(
                  "CLOSE-10",
                  G9,
                  "A lease that is held for longer than its maxHold is renewed no more; its holder"
                      + " is told once, and it is lost as HOLD_LIMIT when its ttl is over.")
              .why("A holder that hangs would keep the name for ever.")
              .check("That the hold limit stops the renewals, and that overdue is told.")
              .judge(LimitJudge::maxHold, LimitsScenario.LIMITS),
          must(
                  "CLOSE-11",
                  G9,
                  "A lease whose handle was dropped and collected is renewed no more and released.")
              .why("Nobody is left who could let it go.")
              .check("That nothing of the engine refers to the handle itself.")
              .judge(LimitJudge::dropped, LimitsScenario.LIMITS));

  private LimitRules() {}
}
