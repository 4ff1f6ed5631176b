package io.leasehold.tck.scenario.cut;

import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.net.Jitter;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Network;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;

/** Contenders with a slow way to the store. */
public final class SlowScenario {

  /** Delays that vary, for a bound that covers them. */
  public static final Scenario JITTER =
      Scenario.of(
              "jitter",
              "leases are held for several ttls behind 100 +-50 ms each way, correlated by 25 %",
              SlowScenario::jitter)
          .needing(Ability.NETWORK)
          .with("leases", 20)
          .with("ttls", 3);

  /** Round trips of 300 ms, for a bound that covers them and for one that does not. */
  public static final Scenario FAR =
      Scenario.of(
              "far",
              "the store is suddenly 300 ms away: too far for one contender, not for another",
              SlowScenario::far)
          .needing(Ability.NETWORK);

  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration MIDDLE = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofSeconds(1);

  /** The longest round trip that the delays of {@link #JITTER} make. */
  private static final Duration LONGEST = Duration.ofMillis(300);

  private SlowScenario() {}

  private static void jitter(Stage stage) throws InterruptedException {
    Network network = Network.to(stage);
    Contender contender = network.contender(MIDDLE, stage.ttl());
    List<Holding> held = new ArrayList<>();
    int leases = Math.min(stage.parameter("leases"), carried(stage, contender.ttl()));
    for (int i = 0; i < leases; i++) {
      contender.take(stage.name(), MIDDLE).ifPresent(held::add);
    }
    long seed = stage.random().nextLong();
    network.slow(new Jitter(Duration.ofMillis(100), Duration.ofMillis(50), 0.25, seed), contender);
    long end =
        stage.recorder().now() + contender.ttl().multipliedBy(stage.parameter("ttls")).toNanos();
    while (stage.recorder().now() - end < 0) {
      held.forEach(Holding::isHeld);
      stage.pass(Duration.ofMillis(50));
    }
    network.fast(contender);
    held.forEach(Holding::release);
  }

  /**
   * How many leases can be renewed in time if every answer takes the longest way: two batches are
   * under way at once, and after an interval the first is due again.
   */
  private static int carried(Stage stage, Duration ttl) {
    long rounds = ttl.dividedBy(stage.traits().renewalsPerTtl()).dividedBy(LONGEST);
    return (int) Math.max(1, rounds) * 2 * stage.traits().maxBatch();
  }

  private static void far(Stage stage) throws InterruptedException {
    stage
        .cast()
        .together(LONG.multipliedBy(60), List.of(() -> tooFar(stage), () -> farButCovered(stage)));
  }

  /** It held a lease when the store was near; a rival waits for it. It asks for another. */
  private static void tooFar(Stage stage) throws InterruptedException {
    Network network = Network.to(stage);
    Contender contender = network.contender(SHORT, Duration.ofMillis(1_500));
    Contender rival = stage.contender();
    String name = stage.name();
    String asked = stage.name();
    Optional<Holding> held = contender.take(name, LONG);
    Duration ttl = contender.ttl();
    network.slow(Jitter.constant(Duration.ofMillis(150)), contender);
    Future<?> taking =
        stage.cast().begin(() -> rival.take(name, ttl.multipliedBy(4)).ifPresent(Holding::release));
    contender.take(asked, SHORT.multipliedBy(8)).ifPresent(Holding::release);
    rival.take(asked, ttl.multipliedBy(3)).ifPresent(Holding::release);
    stage.until(ttl.multipliedBy(3), () -> held.isEmpty() || !held.get().isHeld());
    stage.cast().await(ttl.multipliedBy(5), List.of(taking));
    network.fast(contender);
  }

  private static void farButCovered(Stage stage) throws InterruptedException {
    Network network = Network.to(stage);
    Contender contender = network.contender(LONG, stage.ttl());
    Optional<Holding> held = contender.take(stage.name(), LONG);
    network.slow(Jitter.constant(Duration.ofMillis(150)), contender);
    long end = stage.recorder().now() + contender.ttl().multipliedBy(3).dividedBy(2).toNanos();
    while (stage.recorder().now() - end < 0) {
      held.ifPresent(Holding::isHeld);
      stage.pass(Duration.ofMillis(50));
    }
    held.ifPresent(Holding::release);
    network.fast(contender);
  }
}
