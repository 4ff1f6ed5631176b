package io.leasehold.tck.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.mutants.engine.EngineMutant;
import io.leasehold.tck.mutants.engine.EngineMutants;
import io.leasehold.tck.rule.RuleGroup;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The kit is tested: each broken backend fails exactly the rules that it breaks. */
@Tag("proof")
class KillMatrixTest {

  @TestFactory
  @DisplayName("each mutant fails exactly its rules")
  Stream<DynamicTest> eachMutantFailsExactlyItsRules() {
    List<KillMatrix> rows = Mutants.ALL.parallelStream().map(KillMatrix::of).toList();
    return rows.stream()
        .map(row -> DynamicTest.dynamicTest(row.mutant().toString(), () -> judge(row)));
  }

  private static void judge(KillMatrix row) {
    KillTable.Row expected = KillTable.of(row.mutant().name());
    assertThat(row.row().without(expected.chance()).text())
        .as(row.text())
        .isEqualTo(expected.text());
    for (RuleResult result : row.of(Verdict.FAIL)) {
      assertThat(result.message())
          .startsWith(result.rule().id() + " [")
          .contains(result.rule().text(), "expected: ", "seen: ", "check: ", "last calls:")
          .contains(result.rule().check());
      assertThat(result.error()).as("a mutant answers wrongly, it does not throw").isNull();
    }
    if (!row.mutant().throwing()) {
      assertThat(row.results().stream().map(RuleResult::error))
          .as("a mutant answers wrongly, it does not throw")
          .containsOnlyNulls();
    }
  }

  @Test
  void theCorrectModelPassesEveryRuleThatAppliesToIt() {
    KillMatrix row = KillMatrix.of(Mutant.of("CORRECT", "none", Model::new));
    assertThat(row.with(Verdict.PASS)).as(row.text()).hasSize(row.results().size() - 1);
    assertThat(row.with(Verdict.NOT_APPLICABLE)).containsExactly("TRT-28");
  }

  @Test
  void noMutantIsListedTwice() {
    assertThat(Mutants.ALL).extracting(Mutant::name).doesNotHaveDuplicates();
    assertThat(Mutants.ALL)
        .extracting(Mutant::name)
        .containsExactlyInAnyOrderElementsOf(KillTable.names());
    assertThat(Mutants.ALL).extracting(Mutant::fault).doesNotHaveDuplicates();
    assertThat(Mutants.ALL).allSatisfy(mutant -> assertThat(mutant.fails()).isNotEmpty());
  }

  @Test
  void everyGroupHasItsMutants() {
    for (RuleGroup group : RuleGroup.values()) {
      assertThat(
              Stream.concat(
                  Mutants.ALL.stream().map(Mutant::fails),
                  EngineMutants.ALL.stream().map(EngineMutant::fails)))
          .as(group.title().toLowerCase(Locale.ROOT))
          .anyMatch(fails -> fails.stream().anyMatch(id -> id.startsWith(group + "-")));
    }
  }
}
