package io.leasehold.peers.scene;

import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Callers that wait, give up, are interrupted, or close their client. */
public final class CallerScenes {

  /** Callers are interrupted while they ask for a free lock. */
  public static final Scenario INTERRUPT =
      Scenario.of(
              "peer-interrupt",
              "callers are interrupted while they ask for locks that nobody holds",
              CallerScenes::interrupt)
          .with("tries", 200);

  /** A lock goes from one to another who waits for it, many times. */
  public static final Scenario HAND_OVER =
      Scenario.of(
              "peer-hand-over",
              "a lock is let go while another waits for it",
              CallerScenes::handOver)
          .with("rounds", 6);

  /** Waits that end in vain. */
  public static final Scenario IN_VAIN =
      Scenario.of(
              "peer-in-vain",
              "callers wait for a lock that its holder keeps for longer",
              CallerScenes::inVain)
          .with("rounds", 5);

  /** A client is closed while it holds locks. */
  public static final Scenario CLOSE =
      Scenario.of(
              "peer-close",
              "a client is closed while it holds locks, and others ask for them",
              CallerScenes::close)
          .with("locks", 3);

  private CallerScenes() {}

  private static void interrupt(Stage stage) throws InterruptedException {
    Contender hasty = Scene.warm(stage);
    Contender later = Scene.warm(stage);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < stage.parameter("tries"); i++) {
      String name = stage.name();
      names.add(name);
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch ended = new CountDownLatch(1);
      Future<?> caller =
          stage
              .cast()
              .begin(
                  () -> {
                    begun.countDown();
                    try {
                      Optional<Holding> got = hasty.take(name, stage.ttl());
                      Thread.interrupted();
                      got.ifPresent(Holding::release);
                    } finally {
                      ended.countDown();
                    }
                  });
      begun.await();
      stage.pass(Duration.ofNanos(stage.random().nextLong(1_000_000)));
      caller.cancel(true);
      if (!ended.await(stage.ttl().multipliedBy(4).toMillis(), TimeUnit.MILLISECONDS)) {
        stage.note("a caller did not come back");
      }
    }
    Duration bound = stage.traits().callTimeout().multipliedBy(3);
    stage.pass(stage.ttl().plus(stage.traits().takeoverLag()).plus(bound));
    for (String name : names) {
      later.tryTake(name).ifPresent(Holding::release);
    }
  }

  private static void handOver(Stage stage) throws InterruptedException {
    Contender holder = Scene.warm(stage);
    Contender waiter = Scene.warm(stage);
    for (int i = 0; i < stage.parameter("rounds"); i++) {
      String name = stage.name();
      Optional<Holding> held = holder.tryTake(name);
      if (held.isPresent()) {
        Future<?> waiting =
            stage
                .cast()
                .begin(
                    () ->
                        waiter.take(name, stage.ttl().multipliedBy(3)).ifPresent(Holding::release));
        long most = stage.terms().interval().toNanos();
        stage.pass(Duration.ofNanos(most / 2 + stage.random().nextLong(most)));
        Scene.letGo(stage, held.get());
        stage.cast().await(stage.ttl().multipliedBy(4), List.of(waiting));
      }
    }
  }

  private static void inVain(Stage stage) throws InterruptedException {
    String name = stage.name();
    Contender holder = Scene.warm(stage);
    Contender waiter = Scene.warm(stage);
    Optional<Holding> held = holder.tryTake(name);
    if (held.isPresent()) {
      for (int i = 0; i < stage.parameter("rounds"); i++) {
        long most = stage.ttl().toNanos() / 2;
        Duration wait = Duration.ofNanos(most / 4 + stage.random().nextLong(most));
        waiter.take(name, wait).ifPresent(Holding::release);
      }
      Scene.letGo(stage, held.get());
    }
  }

  private static void close(Stage stage) throws InterruptedException {
    Contender holder = Scene.warm(stage);
    Contender rival = Scene.warm(stage);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < stage.parameter("locks"); i++) {
      String name = stage.name();
      if (holder.tryTake(name).isPresent()) {
        names.add(name);
      }
    }
    stage.pass(stage.terms().interval().multipliedBy(2));
    holder.close();
    for (String name : names) {
      Scene.soon(stage, rival, name, stage.ttl().multipliedBy(3)).ifPresent(Holding::release);
    }
  }
}
