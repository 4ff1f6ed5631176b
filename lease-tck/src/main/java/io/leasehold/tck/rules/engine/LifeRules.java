package io.leasehold.tck.rules.engine;

import io.leasehold.tck.rule.Rule;
import java.util.List;
import java.util.stream.Stream;

/** Closing, waiting, crowds, sick engines, and stores that begin anew. */
final class LifeRules {

  static final List<Rule> RULES =
      Stream.of(
              CloseRules.RULES,
              LimitRules.RULES,
              WaitRules.RULES,
              ScaleRules.RULES,
              EngineHealthRules.RULES,
              StoreLifeRules.RULES)
          .flatMap(List::stream)
          .toList();

  private LifeRules() {}
}
