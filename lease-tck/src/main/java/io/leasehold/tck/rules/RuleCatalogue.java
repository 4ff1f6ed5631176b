package io.leasehold.tck.rules;

import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.client.ClosedClientRules;
import io.leasehold.tck.rules.client.HintRules;
import io.leasehold.tck.rules.engine.EngineRules;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every rule. Each group's class begins with its sentences; an id is never given to another rule,
 * also not after its rule was dropped.
 */
public final class RuleCatalogue {

  private static final List<Rule> SPI =
      Stream.of(
              AcquireRules.RULES,
              RenewRules.RULES,
              ReleaseRules.RULES,
              AbandonRules.RULES,
              FenceRules.RULES,
              ExpiryRules.RULES,
              NameRules.RULES,
              InspectionRules.RULES,
              RevokeRules.RULES,
              RevokeRaceRules.RULES,
              CallRules.RULES,
              HintRules.RULES,
              ClosedClientRules.RULES,
              TraitRules.RULES,
              BatchRules.RULES,
              AftermathRules.RULES)
          .flatMap(List::stream)
          .toList();

  private static final List<Rule> ENGINE = EngineRules.ALL;

  private static final List<Rule> RULES = Stream.concat(SPI.stream(), ENGINE.stream()).toList();

  private RuleCatalogue() {}

  /** All rules, in the order of their groups. */
  public static List<Rule> rules() {
    return RULES;
  }

  /** The rules that ask the backend itself. */
  public static List<Rule> ofSpi() {
    return SPI;
  }

  /** The rules that judge an engine on the backend, by the histories of scenarios. */
  public static List<Rule> ofEngine() {
    return ENGINE;
  }

  /**
   * One rule.
   *
   * @throws IllegalArgumentException if there is none with this id
   */
  public static Rule rule(String id) {
    return RULES.stream()
        .filter(rule -> rule.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no rule " + id));
  }
}
