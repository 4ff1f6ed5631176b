package io.leasehold.tck.scenario.process;

import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.scenario.Cast;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * JVMs are stopped by SIGSTOP in the middle of their leases' lives: anywhere, and aimed at the
 * moments before a request leaves and after its answer has come. Rivals take over meanwhile; the
 * woken code goes on with what it was doing.
 */
public final class PauseScenario {

  /** The scenario. */
  public static final Scenario PAUSE =
      Scenario.of(
              "pause",
              "JVMs are stopped, at random and in the middle of acquire, renew and release, for longer"
                  + " than their ttl; rivals take over; the woken code goes on, and writes late",
              PauseScenario::play)
          .needing(Ability.PROCESSES)
          .with("processes", 3)
          .with("aimed", 1)
          .with("anywhere", 3)
          .with("short", 3);

  private PauseScenario() {}

  private static void play(Stage stage) throws InterruptedException {
    List<PauseRound.Point> points = new ArrayList<>();
    for (int i = 0; i < stage.parameter("aimed"); i++) {
      points.addAll(PauseRound.AIMED);
    }
    points.addAll(Collections.nCopies(stage.parameter("anywhere"), PauseRound.ANYWHERE));
    points.addAll(Collections.nCopies(stage.parameter("short"), PauseRound.SHORT));
    Collections.shuffle(points, stage.random());
    List<ContenderProcess> processes = new ArrayList<>();
    for (int i = 0; i < stage.parameter("processes"); i++) {
      processes.add(ContenderProcess.start(stage, 1));
    }
    ContenderProcess.openAll(processes);
    List<Cast.Part> parts = new ArrayList<>();
    for (int i = 0; i < processes.size(); i++) {
      List<PauseRound.Point> own = new ArrayList<>();
      for (int j = i; j < points.size(); j += processes.size()) {
        own.add(points.get(j));
      }
      ContenderProcess process = processes.get(i);
      PauseRound round =
          new PauseRound(stage, process, stage.contender(), stage.random().nextLong());
      parts.add(
          () -> {
            for (PauseRound.Point point : own) {
              round.play(point);
            }
          });
    }
    stage.cast().together(stage.ttl().multipliedBy(60), parts);
  }
}
