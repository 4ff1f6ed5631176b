package io.leasehold.tck.rules;

import static io.leasehold.tck.rule.Guarantee.G1;
import static io.leasehold.tck.rule.Rule.must;

import io.leasehold.tck.judge.Exclusion;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.scenario.RaceScenario;
import io.leasehold.tck.scenario.process.ProcessesScenario;
import java.util.List;

/** Races: many contenders for one name. */
final class RaceRules {

  static final List<Rule> RULES =
      List.of(
          must("RACE-01", G1, "No two handles of one name are relied on at the same time.")
              .why("This is what a lease is for.")
              .check("Atomicity of acquire, renew and release; the instants validity counts from.")
              .judge(Exclusion::judge, RaceScenario.RACE, ProcessesScenario.PROCESSES));

  private RaceRules() {}
}
