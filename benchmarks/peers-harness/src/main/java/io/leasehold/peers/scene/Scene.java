package io.leasehold.peers.scene;

import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Network;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;

/** What the scenes have in common. */
public final class Scene {

  private static final int WARM_UPS = 10;

  private Scene() {}

  /** A contender that has connected: libraries do so with their first lock. */
  public static Contender warm(Stage stage) throws InterruptedException {
    return warm(stage, stage.contender());
  }

  /** A contender on a way of its own that has connected. */
  static Contender warm(Stage stage, Network way) throws InterruptedException {
    return warm(stage, way.contender());
  }

  /** The first calls of a library may take longer than their bound: its classes are loaded. */
  private static Contender warm(Stage stage, Contender contender) throws InterruptedException {
    for (int i = 0; i < WARM_UPS; i++) {
      Optional<Holding> first = contender.tryTake(stage.name());
      if (first.isPresent()) {
        letGo(stage, first.get());
        return contender;
      }
    }
    throw new IllegalStateException("contender " + contender + " gets no lock at all");
  }

  /** Asks again and again, a single attempt each time, as often as the store bears. */
  static Optional<Holding> soon(Stage stage, Contender contender, String name, Duration within)
      throws InterruptedException {
    long end = stage.recorder().now() + within.toNanos();
    while (stage.recorder().now() - end < 0) {
      Optional<Holding> got = contender.tryTake(name);
      if (got.isPresent()) {
        return got;
      }
      stage.pass(stage.terms().poll().dividedBy(8));
    }
    return Optional.empty();
  }

  /** Reads {@code isHeld()} all the time until it is cancelled. */
  static Future<?> reading(Stage stage, Holding held) {
    return stage
        .cast()
        .begin(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                held.isHeld();
                stage.pass(stage.terms().interval().dividedBy(16));
              }
            });
  }

  /** Gives it back; a library may need long for that. */
  static void letGo(Stage stage, Holding held) throws InterruptedException {
    stage.cast().together(stage.ttl().multipliedBy(4), List.of(held::release));
  }

  /** Asks in vain, or so it should be, while another holds the name; then that one lets it go. */
  static void undisturbed(Stage stage, Optional<Holding> taken, Contender third, String name)
      throws InterruptedException {
    if (taken.isEmpty()) {
      return;
    }
    long end = stage.recorder().now() + stage.ttl().dividedBy(2).toNanos();
    while (stage.recorder().now() - end < 0) {
      stage.eye().look(name);
      taken.get().isHeld();
      third.tryTake(name).ifPresent(Holding::release);
      stage.pass(stage.terms().poll().dividedBy(8));
    }
    letGo(stage, taken.get());
  }
}
