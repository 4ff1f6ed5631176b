package io.leasehold.tck.rule;

import io.leasehold.tck.judge.Judge;
import io.leasehold.tck.scenario.Scenario;
import java.util.List;

/** How a rule is judged. */
public sealed interface Proof {

  /**
   * By calls to the backend that the rule makes itself.
   *
   * @param body makes them
   */
  record Calls(RuleBody body) implements Proof {}

  /**
   * By what was written down while scenarios were played.
   *
   * @param judge reads each history
   * @param scenarios whose histories it reads; whether the first can be played decides whether the
   *     rule can be judged
   */
  record Histories(Judge judge, List<Scenario> scenarios) implements Proof {

    /** Keeps a copy. */
    public Histories {
      scenarios = List.copyOf(scenarios);
    }
  }
}
