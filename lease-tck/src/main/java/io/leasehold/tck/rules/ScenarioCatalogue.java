package io.leasehold.tck.rules;

import io.leasehold.tck.scenario.FreezeScenario;
import io.leasehold.tck.scenario.LossScenario;
import io.leasehold.tck.scenario.OscillationScenario;
import io.leasehold.tck.scenario.RaceScenario;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.cut.CutScenarios;
import io.leasehold.tck.scenario.late.AnswersScenario;
import io.leasehold.tck.scenario.late.InterruptedScenario;
import io.leasehold.tck.scenario.late.StaleScenario;
import io.leasehold.tck.scenario.life.LifeScenarios;
import io.leasehold.tck.scenario.process.ClockStepScenario;
import io.leasehold.tck.scenario.process.KillScenario;
import io.leasehold.tck.scenario.process.PauseScenario;
import io.leasehold.tck.scenario.process.ProcessesScenario;
import java.util.List;
import java.util.stream.Stream;

/** Every scenario. */
public final class ScenarioCatalogue {

  private static final List<Scenario> FIRST =
      List.of(
          RaceScenario.RACE,
          LossScenario.LOSS,
          FreezeScenario.FREEZE,
          AnswersScenario.ANSWERS,
          ProcessesScenario.PROCESSES,
          KillScenario.KILL,
          PauseScenario.PAUSE,
          ClockStepScenario.CLOCK_STEP,
          OscillationScenario.OSCILLATION,
          StaleScenario.STALE,
          InterruptedScenario.INTERRUPTED);

  private static final List<Scenario> SCENARIOS =
      Stream.of(FIRST, LifeScenarios.ALL, CutScenarios.ALL).flatMap(List::stream).toList();

  private ScenarioCatalogue() {}

  /** All scenarios, in the order in which they are played. */
  public static List<Scenario> scenarios() {
    return SCENARIOS;
  }

  /**
   * One scenario.
   *
   * @throws IllegalArgumentException if there is none with this name
   */
  public static Scenario scenario(String name) {
    return SCENARIOS.stream()
        .filter(scenario -> scenario.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no scenario \"" + name + "\"; there are " + SCENARIOS));
  }
}
