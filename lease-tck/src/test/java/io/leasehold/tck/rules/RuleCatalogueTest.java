package io.leasehold.tck.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.tck.rule.Level;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleGroup;
import org.junit.jupiter.api.Test;

class RuleCatalogueTest {

  @Test
  void noIdIsGivenTwice() {
    assertThat(RuleCatalogue.rules()).extracting(Rule::id).doesNotHaveDuplicates();
  }

  @Test
  void noSentenceIsWrittenTwice() {
    assertThat(RuleCatalogue.rules()).extracting(Rule::text).doesNotHaveDuplicates();
  }

  @Test
  void everyRuleIsWholeAndItsTextIsOneSentence() {
    assertThat(RuleCatalogue.rules())
        .allSatisfy(
            rule -> {
              assertThat(rule.id()).matches("[A-Z]{3,5}-[0-9]{2}");
              // a sentence starts with a capital, or with the name of a call
              assertThat(rule.text())
                  .matches("([A-Z]|[a-z][a-zA-Z]*\\(\\)).*\\.")
                  .doesNotContain(". ");
              assertThat(rule.intent()).endsWith(".");
              assertThat(rule.check()).endsWith(".");
            });
  }

  @Test
  void everyGroupHasRulesInOnePlace() {
    assertThat(RuleCatalogue.rules().stream().map(Rule::group).distinct())
        .containsExactly(RuleGroup.values());
  }

  @Test
  void aRuleIsFoundByItsId() {
    assertThat(RuleCatalogue.rule("REL-02").level()).isEqualTo(Level.MUST);
    assertThatThrownBy(() -> RuleCatalogue.rule("REL-99")).hasMessageContaining("REL-99");
  }
}
