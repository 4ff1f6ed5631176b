package io.leasehold.tck.scenario.process;

import io.leasehold.spi.WallClock;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.FakeTime;
import io.leasehold.tck.history.What;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Two processes whose wall clocks are an hour and a time zone apart hold leases while their clocks
 * are stepped; at last one is killed and the other takes over.
 */
public final class ClockStepScenario {

  /** The scenario. */
  public static final Scenario CLOCK_STEP =
      Scenario.of(
              "clock-step",
              "the wall clocks of two JVMs, in two time zones, are stepped by an hour and back"
                  + " while they hold leases; then one takes over from the other",
              ClockStepScenario::play)
          .needing(Ability.PROCESSES, Ability.CLOCK_STEP);

  /** A process, the file that its wall clock is set by, and what it holds. */
  private record Clocked(ContenderProcess process, Path file, String name) {
    void take(Stage stage) throws InterruptedException {
      process.settled(
          process.take(process.label(), name, stage.ttl()), stage.ttl().multipliedBy(2));
    }

    void release(Stage stage, String one) throws InterruptedException {
      process.settled(process.release(process.label(), one), stage.ttl().multipliedBy(2));
    }
  }

  private ClockStepScenario() {}

  private static void play(Stage stage) throws InterruptedException {
    try {
      Path directory = Files.createTempDirectory("leasehold-tck-clock");
      try {
        play(stage, directory);
      } finally {
        for (String name : List.of("here", "there")) {
          Files.deleteIfExists(directory.resolve(name));
        }
        Files.deleteIfExists(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void play(Stage stage, Path directory) throws IOException, InterruptedException {
    Clocked here = clocked(stage, directory.resolve("here"), 0, "Pacific/Auckland");
    Clocked there = clocked(stage, directory.resolve("there"), 1, "America/Los_Angeles");
    ContenderProcess.openAll(List.of(here.process, there.process));
    here.take(stage);
    there.take(stage);
    Contender rival = stage.contender();
    stage.pass(stage.ttl().dividedBy(2));
    step(stage, here, 1);
    step(stage, there, -1);
    holdOn(stage, rival, here, there);
    step(stage, here, -1);
    step(stage, there, 1);
    holdOn(stage, rival, here, there);
    there.release(stage, there.name);
    CompletableFuture<String> next =
        there.process.take(there.process.label(), here.name, stage.ttl().multipliedBy(5));
    stage.pass(stage.terms().poll());
    here.process.kill();
    there.process.settled(next, stage.ttl().multipliedBy(6));
    stage.eye().look(here.name);
    there.release(stage, here.name);
    there.process.close();
  }

  private static Clocked clocked(Stage stage, Path file, int hours, String zone)
      throws IOException {
    FakeTime.step(file, hours);
    Map<String, String> environment =
        new HashMap<>(FakeTime.environment(FakeTime.library().orElseThrow(), file));
    environment.put("TZ", zone);
    ContenderProcess process = ContenderProcess.start(stage, 1, environment);
    return new Clocked(process, file, stage.name());
  }

  private static void step(Stage stage, Clocked clocked, int hours)
      throws IOException, InterruptedException {
    // The step works at once: what comes of it must not lie before it.
    long begin = stage.recorder().now();
    FakeTime.step(clocked.file, hours);
    long apart = clocked.process.wallClock() - WallClock.now().toEpochMilli();
    stage
        .recorder()
        .noteAt(
            begin,
            clocked.process.label(),
            What.FAULT,
            "",
            "",
            "fault",
            "CLOCK_STEP",
            "target",
            clocked.process.label(),
            "phase",
            "call",
            "hours",
            hours,
            "apart",
            apart);
  }

  /** For longer than a ttl; a rival asks for the names all the time. */
  private static void holdOn(Stage stage, Contender rival, Clocked... all)
      throws InterruptedException {
    for (int i = 0; i < 6; i++) {
      for (Clocked clocked : all) {
        rival.tryTake(clocked.name);
        stage.eye().look(clocked.name);
      }
      stage.pass(stage.ttl().dividedBy(5));
    }
  }
}
