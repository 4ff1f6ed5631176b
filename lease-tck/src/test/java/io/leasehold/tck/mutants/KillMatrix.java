package io.leasehold.tck.mutants;

import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.RuleRunner;
import io.leasehold.tck.run.Verdict;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the whole catalogue says of one backend, each rule on a fresh store. */
record KillMatrix(Mutant mutant, List<RuleResult> results) {

  static KillMatrix of(Mutant mutant) {
    return new KillMatrix(
        mutant, RuleCatalogue.ofSpi().stream().map(rule -> run(mutant, rule)).toList());
  }

  private static RuleResult run(Mutant mutant, Rule rule) {
    Model model = mutant.model().get();
    return new RuleRunner(new ModelFixture(model), model.traits(), rule).run();
  }

  Set<String> with(Verdict verdict) {
    return of(verdict).stream()
        .map(result -> result.rule().id())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  List<RuleResult> of(Verdict verdict) {
    return results.stream().filter(result -> result.verdict() == verdict).toList();
  }

  /** What the run said, in the form of kill-table.txt, and every message. */
  String text() {
    return mutant.name()
        + ": "
        + row().text()
        + results.stream()
            .filter(r -> r.verdict() == Verdict.FAIL || r.verdict() == Verdict.UNKNOWN)
            .map(result -> "\n\n" + result.message())
            .collect(Collectors.joining());
  }

  KillTable.Row row() {
    return new KillTable.Row(with(Verdict.FAIL), with(Verdict.UNKNOWN));
  }
}
