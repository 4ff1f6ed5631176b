package io.leasehold.tck.mutants.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.LeaseBackend;
import io.leasehold.tck.MemoryInRealTime;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.mutants.engine.tcp.MemoryOverTcp;
import io.leasehold.tck.rule.Proof;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.EngineRun;
import io.leasehold.tck.run.Progress;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.Verdict;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The rules of the engine are tested: each broken engine fails exactly the rules that it breaks,
 * among all rules that are judged by the scenarios which show its fault.
 */
@Tag("long")
class EngineKillMatrixTest {

  /** For one's own work: only mutants whose name matches. */
  private static final String ONLY = System.getProperty("tck.kill.only", ".*");

  /** Each row has a store of its own, and is mostly waiting. */
  private static final int SIDE_BY_SIDE = Integer.getInteger("tck.kill.side", 4);

  @TestFactory
  @DisplayName("each broken engine fails exactly its rules")
  Stream<DynamicTest> eachBrokenEngineFailsExactlyItsRules() {
    List<EngineMutant> mutants =
        EngineMutants.ALL.stream().filter(mutant -> mutant.name().matches(ONLY)).toList();
    return SideBySide.tests(mutants, SIDE_BY_SIDE, EngineKillMatrixTest::judge);
  }

  private static void judge(EngineMutant mutant) {
    Set<Scenario> scenarios =
        mutant.fails().stream()
            .map(RuleCatalogue::rule)
            .flatMap(rule -> scenariosOf(rule).stream().limit(1))
            .collect(Collectors.toSet());
    List<Rule> rules =
        RuleCatalogue.ofEngine().stream()
            .filter(rule -> scenarios.contains(scenariosOf(rule).get(0)))
            .map(EngineKillMatrixTest::byItsFirst)
            .toList();
    List<RuleResult> results = run(mutant, rules);
    Set<String> failed =
        results.stream()
            .filter(result -> result.verdict() == Verdict.FAIL)
            .map(result -> result.rule().id())
            .collect(Collectors.toCollection(TreeSet::new));
    failed.removeAll(mutant.chance());
    assertThat(failed).as(text(results)).isEqualTo(mutant.fails());
    assertThat(results)
        .filteredOn(result -> result.verdict() == Verdict.FAIL)
        .allSatisfy(
            result ->
                assertThat(result.message())
                    .startsWith(result.rule().id() + " [")
                    .contains("expected: ", "seen: ", "check: ", "scenario: ")
                    .contains(result.rule().check()));
  }

  private static List<RuleResult> run(EngineMutant mutant, List<Rule> rules) {
    try (TckFixture fixture = fixture(mutant);
        LeaseBackend backend = fixture.connect(Duration.ofMillis(300))) {
      return new EngineRun(
              fixture,
              backend.traits(),
              rules,
              Settings.quick().with(mutant.parameters()),
              1,
              Progress.NONE)
          .run(() -> false);
    }
  }

  private static TckFixture fixture(EngineMutant mutant) {
    return mutant.tcp().isPresent()
        ? new BrokenDriver(mutant)
        : new Broken(mutant.backend(), mutant.clients());
  }

  /** The further scenarios of a rule only add to what the first one shows. */
  private static Rule byItsFirst(Rule rule) {
    Proof.Histories proof = (Proof.Histories) rule.proof();
    return new Rule(
        rule.id(),
        rule.level(),
        rule.guarantee(),
        rule.text(),
        rule.intent(),
        rule.check(),
        rule.needs(),
        rule.alone(),
        rule.appliesIf(),
        rule.applies(),
        new Proof.Histories(proof.judge(), List.of(proof.scenarios().get(0))));
  }

  private static List<Scenario> scenariosOf(Rule rule) {
    return ((Proof.Histories) rule.proof()).scenarios();
  }

  private static String text(List<RuleResult> results) {
    return results.stream()
        .filter(result -> result.verdict() == Verdict.FAIL || result.verdict() == Verdict.UNKNOWN)
        .map(RuleResult::message)
        .collect(Collectors.joining("\n\n"));
  }

  /** The memory store, broken. */
  private static final class Broken extends MemoryInRealTime {
    private final UnaryOperator<LeaseBackend> breaks;
    private final ClientFactory clients;

    Broken(UnaryOperator<LeaseBackend> breaks, ClientFactory clients) {
      this.breaks = breaks;
      this.clients = clients;
    }

    @Override
    public LeaseBackend connect(Duration callTimeout) {
      return breaks.apply(super.connect(callTimeout));
    }

    @Override
    public ClientFactory clients() {
      return clients;
    }
  }

  /** The memory store over a network, with a broken store, driver or engine. */
  private static final class BrokenDriver extends MemoryOverTcp {
    private final EngineMutant mutant;

    BrokenDriver(EngineMutant mutant) {
      super(mutant.tcp().orElseThrow(), mutant.backend());
      this.mutant = mutant;
    }

    @Override
    public ClientFactory clients() {
      return mutant.clients();
    }

    @Override
    public Optional<String> clientsClass() {
      return mutant.inProcesses().map(Class::getName);
    }
  }
}
