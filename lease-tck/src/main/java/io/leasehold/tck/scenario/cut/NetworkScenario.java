package io.leasehold.tck.scenario.cut;

import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.net.Direction;
import io.leasehold.tck.scenario.Cast;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * Contenders each behind a network of their own: one swallows everything, two swallow one
 * direction, one delivers everything late, one resets its connections in the middle of calls.
 */
public final class NetworkScenario {

  /** The scenario. */
  public static final Scenario NETWORK =
      Scenario.of(
              "network",
              "black hole, half-open either way, stall with late delivery, resets: on real TCP",
              NetworkScenario::play)
          .needing(Ability.NETWORK)
          .with("rounds", 2);

  private NetworkScenario() {}

  private static void play(Stage stage) throws InterruptedException {
    int rounds = stage.parameter("rounds");
    List<Cast.Part> parts = new ArrayList<>();
    for (Wire wire :
        List.of(
            Wire.blackHole(stage),
            Wire.halfOpen(stage, Direction.REQUESTS),
            Wire.halfOpen(stage, Direction.REPLIES),
            Wire.stall(stage))) {
      parts.add(new CutStory(stage, wire).play(rounds));
    }
    parts.add(new ResetStory(stage)::play);
    stage.cast().together(stage.ttl().multipliedBy(10 + 20L * rounds), parts);
  }
}
