package io.leasehold.tck.scenario.cut;

import io.leasehold.tck.scenario.Fate;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.util.List;

/** Contenders whose calls are lost on their way to the store, or on their way back. */
public final class PartitionScenario {

  /** The scenario. */
  public static final Scenario PARTITION =
      Scenario.of(
              "partition",
              "a holder is cut off, a rival takes over, the cut is mended; others go on",
              PartitionScenario::play)
          .with("rounds", 2);

  private PartitionScenario() {}

  private static void play(Stage stage) throws InterruptedException {
    int rounds = stage.parameter("rounds");
    stage
        .cast()
        .together(
            stage.ttl().multipliedBy(10 + 20L * rounds),
            List.of(
                new CutStory(stage, Wire.inProcess(stage, Fate.LOSE_REQUEST)).play(rounds),
                new CutStory(stage, Wire.inProcess(stage, Fate.LOSE_ANSWER)).play(rounds)));
  }
}
