package io.leasehold.tck.scenario.life;

import io.leasehold.tck.scenario.Scenario;
import java.util.List;

/** Scenarios of closing, waiting, crowds, sick engines, and stores that begin anew. */
public final class LifeScenarios {

  /** All of them. */
  public static final List<Scenario> ALL =
      List.of(
          CloseScenario.CLOSE,
          WaitersScenario.WAITERS,
          WatchdogScenario.WATCHDOG,
          LimitsScenario.LIMITS,
          CrowdScenario.CROWD,
          FrozenScenario.FROZEN,
          ScaleScenario.SCALE,
          StoreLifeScenario.RESTART,
          StoreLifeScenario.WIPE);

  private LifeScenarios() {}
}
