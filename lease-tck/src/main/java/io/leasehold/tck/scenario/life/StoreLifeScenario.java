package io.leasehold.tck.scenario.life;

import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.judge.life.StoreLifeJudge;
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
 * The store is restarted, or loses everything, while leases are held and waited for; then its
 * clients go on.
 */
public final class StoreLifeScenario {

  /** It keeps what it keeps over a restart. */
  public static final Scenario RESTART =
      Scenario.of("restart", "the store is restarted under its clients", StoreLifeScenario::restart)
          .needing(Ability.RESTART)
          .onItsOwn();

  /** It loses everything, its counters too. */
  public static final Scenario WIPE =
      Scenario.of("wipe", "the store loses all its records", StoreLifeScenario::wipe)
          .needing(Ability.WIPE)
          .onItsOwn();

  private StoreLifeScenario() {}

  private static void restart(Stage stage) throws InterruptedException {
    play(stage, StoreLifeJudge.RESTART, stage.faults()::restart);
  }

  private static void wipe(Stage stage) throws InterruptedException {
    play(stage, StoreLifeJudge.WIPE, stage.faults()::wipe);
  }

  private static void play(Stage stage, String fault, Runnable happens)
      throws InterruptedException {
    Contender holder = stage.contender();
    Contender waiter = stage.contender();
    Contender rival = stage.contender();
    String waited = stage.name();
    String contended = stage.name();
    List<Holding> held = new ArrayList<>();
    for (String name : List.of(waited, contended, stage.name())) {
      holder.tryTake(name).ifPresent(held::add);
    }
    String passing = stage.name();
    rival.tryTake(passing).ifPresent(Holding::release);
    List<Future<?>> parts = new ArrayList<>();
    Duration wait = stage.ttl().multipliedBy(5);
    parts.add(stage.cast().begin(() -> waiter.take(waited, wait).ifPresent(Holding::release)));
    stage.pass(stage.terms().interval());

    stage.faultBegins(fault, "");
    happens.run();
    stage.faultEnds(fault, "");

    Optional<Holding> taken = rival.tryTake(contended);
    List<Cast.Part> again = new ArrayList<>();
    for (Contender client : List.of(holder, waiter, rival)) {
      String fresh = stage.name();
      again.add(() -> client.take(fresh, wait).ifPresent(Holding::release));
    }
    stage.cast().together(wait.multipliedBy(2), again);
    waiter.take(passing, wait).ifPresent(Holding::release);
    watch(stage, held);
    taken.ifPresent(Holding::isHeld);
    held.stream().filter(one -> one.lease().isHeld()).forEach(Holding::release);
    taken.ifPresent(Holding::release);
    rival.take(contended, wait).ifPresent(Holding::release);
    stage.cast().await(wait.multipliedBy(2), parts);
  }

  /** Until each has been renewed, or told that it cannot be. */
  private static void watch(Stage stage, List<Holding> held) throws InterruptedException {
    long end = stage.recorder().now() + stage.ttl().toNanos() * 5 / 4;
    while (stage.recorder().now() < end) {
      held.forEach(Holding::isHeld);
      stage.pass(stage.terms().interval().dividedBy(8));
    }
  }
}
