package io.leasehold.tck.scenario.process;

import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Contenders in several JVMs want the same few names; one JVM is killed, another one comes. */
public final class ProcessesScenario {

  /** The scenario. */
  public static final Scenario PROCESSES =
      Scenario.of(
              "processes",
              "contenders in JVMs of their own race for the same few names; one JVM is killed in the"
                  + " middle of it, and a new one joins",
              ProcessesScenario::play)
          .needing(Ability.PROCESSES)
          .with("processes", 3)
          .with("clients", 2)
          .with("names", 2)
          .with("rounds", 10);

  private ProcessesScenario() {}

  private static void play(Stage stage) throws InterruptedException {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < stage.parameter("names"); i++) {
      names.add(stage.name());
    }
    List<ContenderProcess> processes = new ArrayList<>();
    for (int i = 0; i <= stage.parameter("processes"); i++) {
      processes.add(ContenderProcess.start(stage, stage.parameter("clients")));
    }
    ContenderProcess joining = processes.remove(processes.size() - 1);
    ContenderProcess.openAll(processes);
    List<Race> races = new ArrayList<>();
    processes.forEach(process -> races.add(race(stage, process, names)));
    var looking = stage.cast().begin(() -> look(stage, names, races));
    long interval = stage.terms().interval().toNanos();
    stage.pass(Duration.ofNanos(interval / 2 + stage.random().nextLong(interval)));
    processes.get(stage.random().nextInt(processes.size())).kill();
    joining.open();
    Race late = race(stage, joining, names);
    for (Race race : races) {
      race.settle(stage);
    }
    late.settle(stage);
    stage.cast().await(stage.ttl(), List.of(looking));
  }

  /** One process's contenders in a race. */
  private record Race(ContenderProcess process, List<CompletableFuture<String>> all) {
    void settle(Stage stage) throws InterruptedException {
      for (CompletableFuture<String> one : all) {
        process.settled(one, stage.ttl().multipliedBy(40));
      }
    }

    boolean isOver() {
      return all.stream().allMatch(CompletableFuture::isDone);
    }
  }

  private static Race race(Stage stage, ContenderProcess process, List<String> names) {
    int rounds = stage.parameter("rounds");
    return new Race(
        process,
        process.labels().stream()
            .map(label -> process.race(label, names, rounds, stage.random().nextLong()))
            .toList());
  }

  private static void look(Stage stage, List<String> names, List<Race> races)
      throws InterruptedException {
    while (!races.stream().allMatch(Race::isOver)) {
      names.forEach(stage.eye()::look);
      stage.pass(stage.ttl().dividedBy(20));
    }
  }
}
