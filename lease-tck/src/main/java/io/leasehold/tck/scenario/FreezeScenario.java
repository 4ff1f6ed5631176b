package io.leasehold.tck.scenario;

import io.leasehold.tck.fixture.Ability;
import java.util.ArrayList;
import java.util.List;

/**
 * The whole store answers nobody for longer than a ttl: every call hangs until its bound, and every
 * lease is lost by the clock alone.
 */
public final class FreezeScenario {

  /** The scenario. */
  public static final Scenario FREEZE =
      Scenario.of(
              "freeze",
              "the store answers nobody for longer than a ttl, then goes on",
              FreezeScenario::play)
          .with("clients", 2)
          .with("leases", 2)
          .needing(Ability.FREEZE)
          .onItsOwn();

  private FreezeScenario() {}

  private static void play(Stage stage) throws InterruptedException {
    List<Cast.Part> parts = new ArrayList<>();
    for (int i = 0; i < stage.parameter("clients"); i++) {
      Contender contender = stage.contender();
      for (int j = 0; j < stage.parameter("leases"); j++) {
        contender.tryTake(stage.name()).ifPresent(holding -> parts.add(() -> lose(stage, holding)));
      }
    }
    stage.pass(LossScenario.share(stage, 0.2));
    stage.faultBegins("FREEZE", "");
    stage.faults().freeze();
    stage.cast().together(stage.ttl().multipliedBy(10), parts);
    stage.faults().thaw();
    stage.faultEnds("FREEZE", "");
    stage.pass(stage.ttl());
  }

  private static void lose(Stage stage, Holding holding) throws InterruptedException {
    LossScenario.readToTheEnd(stage, holding);
    LossScenario.readOn(stage, holding, LossScenario.share(stage, 0.3));
  }
}
