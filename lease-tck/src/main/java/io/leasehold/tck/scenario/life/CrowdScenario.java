package io.leasehold.tck.scenario.life;

import io.leasehold.tck.judge.life.Roles;
import io.leasehold.tck.scenario.Cast;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * One client holds a few leases and has a crowd of callers, more than any pool of connections has;
 * another holds as many and has none.
 */
public final class CrowdScenario {

  /** The scenario. */
  public static final Scenario CROWD =
      Scenario.of(
              "crowd", "a client has many callers beside the leases it holds", CrowdScenario::play)
          .with("callers", 80)
          .with("held", 5)
          .onItsOwn();

  private static final int SHARED = 8;

  private CrowdScenario() {}

  private static void play(Stage stage) throws InterruptedException {
    Contender crowded = stage.contender();
    Contender control = stage.contender();
    for (int i = 0; i < stage.parameter("held"); i++) {
      hold(stage, crowded, Roles.BESIDE);
      hold(stage, control, Roles.CONTROL);
    }
    List<String> shared = new ArrayList<>();
    for (int i = 0; i < SHARED; i++) {
      shared.add(stage.name());
    }
    // Each pauses, so that the crowd is many at once and not all of the machine.
    Duration pause = stage.ttl().dividedBy(8);
    long end = stage.recorder().now() + stage.ttl().toNanos() * 5 / 2;
    List<Cast.Part> parts = new ArrayList<>();
    for (int i = 0; i < stage.parameter("callers"); i++) {
      String name = i % 2 == 0 ? stage.name() : shared.get(i % SHARED);
      Random random = new Random(stage.random().nextLong());
      parts.add(
          () -> {
            while (stage.recorder().now() < end) {
              Optional<Holding> holding = crowded.tryTake(name);
              holding.ifPresent(Holding::release);
              stage.pass(pause.dividedBy(2).plusNanos(random.nextLong(pause.toNanos())));
            }
          });
    }
    stage.cast().together(stage.ttl().multipliedBy(10), parts);
  }

  private static void hold(Stage stage, Contender client, String role) {
    String name = stage.name();
    stage.role(client.label(), name, role);
    client.tryTake(name);
  }
}
