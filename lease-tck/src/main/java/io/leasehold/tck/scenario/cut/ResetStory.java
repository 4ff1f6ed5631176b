package io.leasehold.tck.scenario.cut;

import io.leasehold.tck.history.Cut;
import io.leasehold.tck.net.Jitter;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Network;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Connections that end in the middle of calls, again and again, while leases are renewed, taken and
 * given back; and the store is asked what became of each.
 */
final class ResetStory {

  private static final int LEASES = 5;

  private final Stage stage;
  private final Network network;
  private final Contender contender;
  private final List<String> names = new ArrayList<>();
  private final AtomicBoolean over = new AtomicBoolean();

  ResetStory(Stage stage) {
    this.stage = stage;
    this.network = Network.to(stage);
    this.contender = network.contender();
    for (int i = 0; i < LEASES; i++) {
      names.add(stage.name());
    }
  }

  /** Plays for two ttls. */
  void play() throws InterruptedException {
    List<Holding> held = new ArrayList<>();
    for (String name : names) {
      contender.take(name, stage.ttl()).ifPresent(held::add);
    }
    // Calls that take a fifth of their bound are under way most of the time.
    Duration bound = stage.traits().callTimeout();
    network.proxy().delay(Jitter.constant(bound.dividedBy(10)));
    stage.faultBegins(Cut.RESETS, contender.label());
    List<Future<?>> parts =
        List.of(
            stage.cast().begin(this::watch),
            stage.cast().begin(this::takeAndGiveBack),
            stage.cast().begin(this::takeAndGiveBack));
    long end = stage.recorder().now() + stage.ttl().multipliedBy(2).toNanos();
    while (stage.recorder().now() - end < 0) {
      double share = 0.6 + stage.random().nextDouble() * 0.5;
      stage.pass(Duration.ofNanos((long) (bound.toNanos() * share)));
      network.proxy().reset();
    }
    network.proxy().heal();
    stage.faultEnds(Cut.RESETS, contender.label());
    stage.pass(bound.dividedBy(4));
    over.set(true);
    held.forEach(Holding::release);
    stage.cast().await(stage.ttl().multipliedBy(3), parts);
  }

  private void watch() throws InterruptedException {
    while (!over.get()) {
      names.forEach(stage.eye()::look);
      stage.pass(stage.ttl().dividedBy(120));
    }
  }

  private void takeAndGiveBack() throws InterruptedException {
    while (!over.get()) {
      String name = stage.name();
      Optional<Holding> holding = contender.tryTake(name);
      stage.eye().look(name);
      if (holding.isPresent()) {
        holding.get().release();
        stage.eye().look(name);
      }
    }
  }
}
