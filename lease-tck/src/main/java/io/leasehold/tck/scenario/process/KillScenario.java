package io.leasehold.tck.scenario.process;

import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.scenario.Cast;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * JVMs are killed while they hold leases. For some of the names a rival waits, others are left
 * alone and looked at; contenders that have nothing to do with it hold theirs.
 */
public final class KillScenario {

  /** The scenario. */
  public static final Scenario KILL =
      Scenario.of(
              "kill",
              "JVMs are killed at random points of their holds; rivals wait for the names, others"
                  + " hold theirs meanwhile",
              KillScenario::play)
          .needing(Ability.PROCESSES)
          .with("victims", 2)
          .with("names", 3);

  private KillScenario() {}

  private static void play(Stage stage) throws InterruptedException {
    ContenderProcess survivor = ContenderProcess.start(stage, 1);
    List<ContenderProcess> victims = new ArrayList<>();
    for (int i = 0; i < stage.parameter("victims"); i++) {
      victims.add(ContenderProcess.start(stage, 1));
    }
    List<ContenderProcess> all = new ArrayList<>(victims);
    all.add(survivor);
    ContenderProcess.openAll(all);
    String far = stage.name();
    String near = stage.name();
    survivor.settled(
        survivor.take(survivor.label(), far, stage.ttl()), stage.ttl().multipliedBy(2));
    Optional<Holding> bystander = stage.contender().take(near, stage.ttl());
    List<Cast.Part> parts = new ArrayList<>();
    for (ContenderProcess victim : victims) {
      Contender rival = stage.contender();
      long after = stage.random().nextLong(stage.ttl().toNanos());
      parts.add(() -> kill(stage, victim, rival, Duration.ofNanos(after)));
    }
    stage.cast().together(stage.ttl().multipliedBy(10), parts);
    bystander.ifPresent(Holding::isHeld);
    bystander.ifPresent(Holding::release);
    survivor.settled(survivor.release(survivor.label(), far), stage.ttl());
  }

  private static void kill(Stage stage, ContenderProcess victim, Contender rival, Duration after)
      throws InterruptedException {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < stage.parameter("names"); i++) {
      String name = stage.name();
      names.add(name);
      victim.settled(victim.take(victim.label(), name, stage.ttl()), stage.ttl().multipliedBy(2));
    }
    List<Future<?>> parts = new ArrayList<>();
    for (String wanted : names.subList(1, names.size())) {
      parts.add(stage.cast().begin(() -> takeOver(stage, rival, wanted)));
    }
    stage.pass(after);
    victim.kill();
    Duration gone = stage.ttl().plus(stage.traits().takeoverLag());
    parts.add(stage.cast().begin(() -> look(stage, names.get(0), gone.plus(gone.dividedBy(4)))));
    stage.cast().await(stage.ttl().multipliedBy(8), parts);
  }

  private static void takeOver(Stage stage, Contender rival, String name)
      throws InterruptedException {
    Optional<Holding> holding = rival.take(name, stage.ttl().multipliedBy(5));
    stage.eye().look(name);
    stage.pass(stage.terms().interval().dividedBy(2));
    holding.ifPresent(Holding::isHeld);
    stage.eye().look(name);
    holding.ifPresent(Holding::release);
  }

  private static void look(Stage stage, String name, Duration time) throws InterruptedException {
    long end = stage.recorder().now() + time.toNanos();
    while (stage.recorder().now() - end < 0) {
      stage.eye().look(name);
      stage.pass(stage.ttl().dividedBy(16));
    }
    stage.eye().look(name);
  }
}
