package io.leasehold.tck.scenario.cut;

import io.leasehold.tck.scenario.Scenario;
import java.util.List;

/** The scenarios of this package. */
public final class CutScenarios {

  /** All of them. */
  public static final List<Scenario> ALL =
      List.of(
          PartitionScenario.PARTITION,
          NetworkScenario.NETWORK,
          SlowScenario.JITTER,
          SlowScenario.FAR);

  private CutScenarios() {}
}
