package io.leasehold.tck.scenario;

import io.leasehold.tck.scenario.late.AnswersScenario;
import java.util.List;

/** Every scenario. */
public final class ScenarioCatalogue {

  private static final List<Scenario> SCENARIOS =
      List.of(RaceScenario.RACE, AnswersScenario.ANSWERS);

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
