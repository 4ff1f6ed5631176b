package io.leasehold.tck.rules.engine;

import io.leasehold.tck.rule.Rule;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Every rule of the engine. */
public final class EngineRules {

  /** In the order of their groups and numbers. */
  public static final List<Rule> ALL =
      Stream.of(
              RaceRules.RULES,
              LossRules.RULES,
              LateRules.RULES,
              LettingGoRules.RULES,
              RemainingTimeRules.RULES,
              LifeRules.RULES,
              PartitionRules.RULES,
              KillRules.RULES,
              PauseRules.RULES)
          .flatMap(List::stream)
          .sorted(Comparator.comparing(Rule::group).thenComparing(Rule::id))
          .toList();

  private EngineRules() {}
}
