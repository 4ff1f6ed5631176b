package io.leasehold.tck.scenario.life;

import io.leasehold.tck.judge.life.WaitJudge;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Fate;
import io.leasehold.tck.scenario.FaultyBackend.Call;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Callers wait for names that others hold: lines of waiters whose hints are lost, waiters that die
 * when the name gets free, waiters that give up, and a patient one among greedy ones.
 */
public final class WaitersScenario {

  /** The scenario. */
  public static final Scenario WAITERS =
      Scenario.of(
              "waiters",
              "callers wait in line, hear no hints, give up, or die when the name gets free",
              WaitersScenario::play)
          .with("waiters", 4);

  private final Stage stage;
  private final Duration poll;
  private final Duration wait;

  private WaitersScenario(Stage stage) {
    this.stage = stage;
    this.poll = stage.terms().poll();
    this.wait = stage.ttl().multipliedBy(6);
  }

  private static void play(Stage stage) throws InterruptedException {
    WaitersScenario all = new WaitersScenario(stage);
    stage
        .cast()
        .together(
            stage.ttl().multipliedBy(15),
            List.of(
                all::linesWithoutHints,
                () -> all.dyingWaiter(Fate.LOSE_REQUEST),
                () -> all.dyingWaiter(Fate.LOSE_ANSWER),
                all::interruptedWaiter,
                all::givingUp,
                all::patientAmongGreedy));
  }

  private Contender deaf() {
    return stage.contender(new NoHints(stage.fixture().connect(stage.traits().callTimeout())));
  }

  /** Begins a wait and gives it the time to stand in line before the next. */
  private void waits(Contender client, String name, List<Future<?>> parts)
      throws InterruptedException {
    Future<?> part =
        stage
            .cast()
            .begin(
                () -> {
                  Optional<Holding> holding = client.take(name, wait);
                  try {
                    stage.pass(poll.dividedBy(10));
                  } finally { // who is interrupted just after the grant lets it go all the same
                    holding.ifPresent(Holding::release);
                  }
                });
    parts.add(part);
    stage.pass(poll.dividedBy(2));
  }

  private void linesWithoutHints() throws InterruptedException {
    String name = stage.name();
    Contender holder = stage.contender();
    Contender first = deaf();
    Contender second = deaf();
    Optional<Holding> held = holder.tryTake(name);
    List<Future<?>> parts = new ArrayList<>();
    for (int i = 0; i < stage.parameter("waiters"); i++) {
      waits(first, name, parts);
      waits(second, name, parts);
    }
    held.ifPresent(Holding::release);
    stage.cast().await(wait.multipliedBy(2), parts);
  }

  /** One of two clients that wait is cut off just before the name gets free. */
  private void dyingWaiter(Fate fate) throws InterruptedException {
    String name = stage.name();
    Contender holder = stage.contender();
    Contender victim = stage.contender();
    Contender survivor = stage.contender();
    Optional<Holding> held = holder.tryTake(name);
    List<Future<?>> parts = new ArrayList<>();
    waits(victim, name, parts);
    waits(survivor, name, parts);
    Future<?> survives = parts.get(1);
    stage.role(victim.label(), name, WaitJudge.DIES);
    stage.faultBegins("CUT_OFF", victim.label());
    victim.faults().next(Call.ACQUIRE, name, fate, 1);
    victim.faults().all(Fate.LOSE_REQUEST);
    held.ifPresent(Holding::release);
    stage.cast().await(wait, List.of(survives));
    victim.faults().heal();
    stage.faultEnds("CUT_OFF", victim.label());
    stage.cast().await(wait, parts);
  }

  /** The first in line is interrupted just when the name gets free. */
  private void interruptedWaiter() throws InterruptedException {
    String name = stage.name();
    Contender holder = stage.contender();
    Contender client = stage.contender();
    Optional<Holding> held = holder.tryTake(name);
    List<Future<?>> parts = new ArrayList<>();
    waits(client, name, parts);
    Future<?> first = parts.get(0);
    waits(client, name, parts);
    stage.role(client.label(), name, WaitJudge.DIES);
    first.cancel(true);
    held.ifPresent(Holding::release);
    stage.cast().await(wait.multipliedBy(2), parts.subList(1, parts.size()));
  }

  /** Waits that end while another holds the name, and while the store does not answer. */
  private void givingUp() throws InterruptedException {
    String name = stage.name();
    Contender holder = stage.contender();
    Contender impatient = stage.contender();
    Contender cutOff = stage.contender();
    Contender refused = stage.contender();
    Optional<Holding> held = holder.tryTake(name);
    cutOff.faults().all(Fate.LOSE_REQUEST);
    refused.faults().all(Fate.REFUSE);
    Duration brief = poll.multipliedBy(3).dividedBy(2);
    stage
        .cast()
        .together(
            wait,
            List.of(
                () -> impatient.take(name, brief),
                () -> impatient.take(name, brief),
                () -> cutOff.take(name, brief),
                () -> refused.take(name, brief)));
    cutOff.faults().heal();
    refused.faults().heal();
    held.ifPresent(Holding::release);
    // Somebody who was not told that the others gave up would ask now.
    stage.pass(poll.multipliedBy(3));
    stage.eye().look(name);
  }

  /** Two callers of a client that take and let go all the time, and one that waits. */
  private void patientAmongGreedy() throws InterruptedException {
    String name = stage.name();
    Contender client = stage.contender();
    AtomicBoolean over = new AtomicBoolean();
    List<Future<?>> greedy = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      greedy.add(
          stage
              .cast()
              .begin(
                  () -> {
                    while (!over.get()) {
                      Optional<Holding> holding = client.tryTake(name);
                      stage.pass(poll.dividedBy(holding.isPresent() ? 3 : 40));
                      holding.ifPresent(Holding::release);
                    }
                  }));
    }
    for (int i = 0; i < stage.parameter("waiters"); i++) {
      stage.pass(poll.dividedBy(2));
      client.take(name, stage.ttl().multipliedBy(2)).ifPresent(Holding::release);
    }
    over.set(true);
    stage.cast().await(wait, greedy);
  }
}
