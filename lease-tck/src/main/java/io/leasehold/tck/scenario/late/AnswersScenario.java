package io.leasehold.tck.scenario.late;

import io.leasehold.tck.scenario.Cast;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Fate;
import io.leasehold.tck.scenario.FaultyBackend.Call;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Every call meets every fate, many times; what was held back arrives when it can do harm: after it
 * was abandoned, after the name was let go, while another has it.
 */
public final class AnswersScenario {

  /** The scenario. */
  public static final Scenario ANSWERS =
      Scenario.of(
              "answers",
              "acquires, renewals, releases and abandons are lost, late, doubled, held back or"
                  + " refused, or throw; what was held back arrives while others use the name",
              AnswersScenario::play)
          .with("times", 12)
          .with("callers", 72)
          .with("clients", 6);

  private AnswersScenario() {}

  private record Scene(Call call, Drama drama) {}

  private static void play(Stage stage) throws InterruptedException {
    int clients = stage.parameter("clients");
    List<Contender> victims = new ArrayList<>();
    List<Contender> rivals = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      victims.add(stage.contender());
      rivals.add(stage.contender());
    }
    List<Scene> scenes = new ArrayList<>();
    for (int i = 0; i < stage.parameter("times"); i++) {
      for (Call call : Call.values()) {
        for (Fate fate : Fate.values()) {
          int client = (i + scenes.size()) % clients; // each kind at each client
          Drama drama = new Drama(stage, victims.get(client), rivals.get(client), fate, i);
          scenes.add(new Scene(call, drama));
        }
      }
    }
    Collections.shuffle(scenes, stage.random());
    play(stage, scenes);
    Curtain.fall(stage, scenes.stream().map(scene -> scene.drama().name).toList());
  }

  private static void play(Stage stage, List<Scene> scenes) throws InterruptedException {
    ConcurrentLinkedQueue<Scene> queue = new ConcurrentLinkedQueue<>(scenes);
    List<Cast.Part> parts = new ArrayList<>();
    for (int i = 0; i < stage.parameter("callers"); i++) {
      parts.add(
          () -> {
            for (Scene next = queue.poll(); next != null; next = queue.poll()) {
              Acts.play(next.call(), next.drama());
            }
          });
    }
    int rounds = 1 + scenes.size() / stage.parameter("callers");
    stage.cast().together(stage.ttl().multipliedBy(20L * rounds), parts);
  }
}
