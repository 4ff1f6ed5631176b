package io.leasehold.tck.scenario.life;

import io.leasehold.LeaseObserver;
import io.leasehold.tck.judge.life.Roles;
import io.leasehold.tck.scenario.Cast;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Fate;
import io.leasehold.tck.scenario.FaultyBackend.Call;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Engines in trouble: a watchdog that fails once, fails always, or stands still; a backend that
 * throws; an observer that throws or blocks; listeners that throw or block.
 */
public final class WatchdogScenario {

  /** The scenario. */
  public static final Scenario WATCHDOG =
      Scenario.of(
          "watchdog",
          "an engine's watchdog fails or stands still, its backend throws, observers and listeners"
              + " block",
          WatchdogScenario::play);

  private final Stage stage;
  private final Duration time;

  /** Who blocks, blocks until this opens. */
  private final CountDownLatch over = new CountDownLatch(1);

  private WatchdogScenario(Stage stage) {
    this.stage = stage;
    this.time = stage.ttl().multipliedBy(3);
  }

  private static void play(Stage stage) throws InterruptedException {
    WatchdogScenario all = new WatchdogScenario(stage);
    List<Cast.Part> parts =
        List.of(
            () -> all.watchdog(Roles.HEALING, clock -> clock.failNext(1)),
            () -> all.watchdog(Roles.SICK, clock -> clock.failNext(Integer.MAX_VALUE)),
            () -> all.watchdog(Roles.SICK, clock -> clock.pauseNext(all.time)),
            all::backend,
            () -> all.observer(event -> all.block()),
            () ->
                all.observer(
                    event -> {
                      throw new IllegalStateException("the kit lets an observer fail");
                    }),
            all::listeners);
    stage.cast().together(stage.ttl().multipliedBy(10), parts);
  }

  private void block() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void watchdog(String role, Consumer<DisturbedClock> disturbs)
      throws InterruptedException {
    DisturbedClock clock = new DisturbedClock();
    Contender client =
        stage.contender(
            stage.fixture().connect(stage.traits().callTimeout()), stage.terms(), clock);
    stage.role(client.label(), "", role);
    List<Holding> held = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      client.tryTake(stage.name()).ifPresent(held::add);
    }
    stage.pass(stage.terms().interval());
    disturbs.accept(clock);
    // Who reads finds out, without any watchdog; each step is well within the margin.
    long end = stage.recorder().now() + time.toNanos();
    while (stage.recorder().now() < end) {
      held.forEach(Holding::isHeld);
      stage.pass(stage.terms().margin().dividedBy(3));
    }
    clock.failNext(0);
    over.countDown();
  }

  /** One renewal of each lease throws; nobody reads. */
  private void backend() throws InterruptedException {
    Contender client = stage.contender();
    stage.role(client.label(), "", Roles.HEALING);
    for (int i = 0; i < 2; i++) {
      String name = stage.name();
      client.faults().next(Call.RENEW, name, Fate.THROW, 1);
      client.tryTake(name);
    }
    stage.pass(time);
  }

  private void observer(LeaseObserver observer) throws InterruptedException {
    Contender client =
        stage.contender(
            stage.fixture().connect(stage.traits().callTimeout()),
            stage.terms(),
            io.leasehold.spi.LeaseClock.system(),
            observer);
    stage.role(client.label(), "", Roles.SOUND);
    client.tryTake(stage.name());
    client.tryTake(stage.name());
    stage.pass(time);
  }

  private void listeners() throws InterruptedException {
    Contender client = stage.contender();
    Contender revoker = stage.contender();
    stage.role(client.label(), "", Roles.SOUND);
    List<String> lost = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      String name = stage.name();
      stage.role(client.label(), name, i == 0 ? Roles.BLOCKING : Roles.POISONED);
      int listener = i;
      client.tryTake(name).ifPresent(holding -> holding.lease().onLost(loss -> trouble(listener)));
      lost.add(name);
    }
    client.tryTake(stage.name());
    client.tryTake(stage.name());
    for (String name : lost) { // one after the other, while the listeners before are in trouble
      revoker.client().revokeNow(name);
      stage.pass(stage.terms().interval());
    }
    stage.pass(time.minus(stage.terms().interval().multipliedBy(3)));
  }

  private void trouble(int listener) {
    if (listener == 0) {
      block();
    } else if (listener == 1) {
      throw new IllegalStateException("the kit lets a listener fail");
    }
  }
}
