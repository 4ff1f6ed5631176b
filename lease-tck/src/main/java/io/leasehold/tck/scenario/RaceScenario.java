package io.leasehold.tck.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Many clients of one process want the same few names, hold them for random times, let them go. */
public final class RaceScenario {

  /** The scenario. */
  public static final Scenario RACE =
      Scenario.of(
              "race",
              "clients of one process take, hold and let go the same few names",
              RaceScenario::play)
          .with("clients", 4)
          .with("names", 2)
          .with("rounds", 12);

  private RaceScenario() {}

  private static void play(Stage stage) throws InterruptedException {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < stage.parameter("names"); i++) {
      names.add(stage.name());
    }
    List<Cast.Part> parts = new ArrayList<>();
    for (int i = 0; i < stage.parameter("clients"); i++) {
      Contender contender = stage.contender();
      Random random = new Random(stage.random().nextLong());
      parts.add(() -> contend(stage, contender, names, random));
    }
    stage.cast().together(stage.ttl().multipliedBy(60), parts);
  }

  private static void contend(Stage stage, Contender contender, List<String> names, Random random)
      throws InterruptedException {
    Duration wait = stage.ttl().multipliedBy(10);
    for (int i = 0; i < stage.parameter("rounds"); i++) {
      String name = names.get(random.nextInt(names.size()));
      var holding = contender.take(name, wait);
      if (holding.isPresent()) {
        // Some holds are longer than a renewal interval, most are short.
        long most = stage.terms().interval().toNanos() * (random.nextInt(6) == 0 ? 2 : 1) / 6;
        stage.pass(Duration.ofNanos(random.nextLong(most)));
        holding.get().isHeld();
        stage.eye().look(name);
        holding.get().release();
      }
    }
  }
}
