package io.leasehold.tck.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.mutants.engine.EngineMutants;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.RuleCatalogue;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A rule that no broken backend fails may be one that cannot fail. */
class EveryRuleHasItsMutantTest {

  @Test
  void everyRuleHasAMutantThatFailsIt() {
    Set<String> killed =
        Stream.concat(
                Mutants.ALL.stream().flatMap(mutant -> mutant.fails().stream()),
                EngineMutants.ALL.stream().flatMap(mutant -> mutant.fails().stream()))
            .collect(Collectors.toSet());
    assertThat(killed)
        .containsExactlyInAnyOrderElementsOf(RuleCatalogue.rules().stream().map(Rule::id).toList());
  }

  @Test
  void theMutantsOfARuleAreKnownByItsId() {
    assertThat(RuleCatalogue.rules())
        .allSatisfy(rule -> assertThat(TckPage.mutantsOf(rule)).as(rule.id()).isNotEmpty());
  }
}
