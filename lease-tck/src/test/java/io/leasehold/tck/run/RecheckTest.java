package io.leasehold.tck.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.spi.LeaseBackend;
import io.leasehold.tck.MemoryInRealTime;
import io.leasehold.tck.history.BadHistoryException;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.HistoryFile;
import io.leasehold.tck.history.What;
import io.leasehold.tck.rule.Proof;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.scenario.RaceScenario;
import io.leasehold.tck.scenario.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecheckTest {

  @TempDir Path dir;

  private static List<Rule> onTheRace() {
    return RuleCatalogue.ofEngine().stream()
        .filter(
            rule -> ((Proof.Histories) rule.proof()).scenarios().equals(List.of(RaceScenario.RACE)))
        .toList();
  }

  private static List<String> verdicts(List<RuleResult> results) {
    return results.stream()
        .map(r -> r.rule().id() + " " + r.verdict() + " " + r.observations() + " " + r.message())
        .toList();
  }

  @Test
  void theVerdictIsThatOfTheRun() throws IOException {
    List<RuleResult> atTheRun;
    Played played;
    try (MemoryInRealTime fixture = new MemoryInRealTime();
        LeaseBackend backend = fixture.connect(java.time.Duration.ofMillis(300))) {
      EngineRun run =
          new EngineRun(
              fixture,
              backend.traits(),
              onTheRace(),
              Settings.quick().with(Map.of("rounds", 4)),
              3,
              Progress.NONE);
      atTheRun = run.run(() -> false);
      played = run.played().get(0);
    }
    Path file = dir.resolve("race.jsonl");
    HistoryFile.write(played.history().orElseThrow(), file);

    Recheck recheck = Recheck.of(List.of(file));
    assertThat(recheck.played().get(0))
        .usingRecursiveComparison()
        .ignoringFields("history")
        .isEqualTo(played);
    assertThat(recheck.traits().toString()).contains("memory");
    List<RuleResult> again = recheck.judge(onTheRace()::contains);
    assertThat(verdicts(again)).isNotEmpty().isEqualTo(verdicts(atTheRun));
    assertThat(recheck.judge(rule -> true)).hasSizeGreaterThanOrEqualTo(again.size());
  }

  @Test
  void aFileThatWasCutOffIsNeverAPass() throws IOException {
    Path file = dir.resolve("race.jsonl");
    HistoryFile.write(race(Map.of()), file);
    List<String> lines = Files.readAllLines(file);
    Files.write(file, lines.subList(0, lines.size() - 1));
    assertThat(Recheck.of(List.of(file)).judge(rule -> true))
        .isNotEmpty()
        .allSatisfy(
            result -> {
              assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
              assertThat(result.message()).contains("a history ends before its last event");
            });
  }

  @Test
  void aScenarioThatIsNotKnownIsRefused() {
    assertThatThrownBy(() -> Recheck.ofHistories(List.of(race(Map.of("scenario", "opera")))))
        .isInstanceOf(BadHistoryException.class)
        .hasMessageContaining("line 1: there is no scenario \"opera\"");
    assertThatThrownBy(() -> Recheck.ofHistories(List.of(race(Map.of("t.minTtl", "much")))))
        .isInstanceOf(BadHistoryException.class)
        .hasMessageContaining("line 1: what the backend declares is incomplete: \"t.minTtl\"");
    assertThatThrownBy(() -> Recheck.ofHistories(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static History race(Map<String, String> others) {
    Map<String, String> facts = new HashMap<>();
    try (MemoryInRealTime fixture = new MemoryInRealTime();
        LeaseBackend backend = fixture.connect()) {
      List<Object> traits = io.leasehold.tck.history.SavedTraits.facts(backend.traits());
      for (int i = 0; i < traits.size(); i += 2) {
        facts.put(String.valueOf(traits.get(i)), String.valueOf(traits.get(i + 1)));
      }
    }
    facts.putAll(
        Map.of(
            "scenario",
            "race",
            "seed",
            "1",
            "backend",
            "memory",
            "callTimeout",
            "1000000",
            "step",
            "1000000",
            "lag",
            "0",
            "observer",
            "false",
            "error",
            "0"));
    facts.putAll(others);
    List<Event> events =
        new ArrayList<>(List.of(new Event(1, "kit", What.SCENARIO, "", "", facts)));
    events.add(new Event(2, "A", What.ASKED, "n", "", Map.of("wait", "0")));
    return History.of(events).ended(3, "");
  }
}
