package io.leasehold.tck.scenario.late;

import io.leasehold.Lease;
import io.leasehold.LeaseRequest;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Callers are interrupted, and futures cancelled, at random instants of an acquire; others are
 * interrupted before they let go.
 */
public final class InterruptedScenario {

  /** The scenario. */
  public static final Scenario INTERRUPTED =
      Scenario.of(
              "interrupted",
              "callers of acquire and tryAcquire are interrupted and futures cancelled at random"
                  + " instants, before, while and after the store grants; threads with the flag set"
                  + " let go, and others read meanwhile",
              InterruptedScenario::play)
          .with("times", 8)
          .with("releases", 8)
          .with("callers", 32)
          .with("clients", 3);

  /** How the victim asks. */
  private enum Manner {
    ACQUIRE,
    TRY,
    ASYNC
  }

  /** What is in its way. */
  private enum Obstacle {
    NONE,
    HOLDER,
    LATE_ANSWER,
    LOST_ANSWER,
    HELD_BACK
  }

  private InterruptedScenario() {}

  private static void play(Stage stage) throws InterruptedException {
    int clients = stage.parameter("clients");
    List<Contender> victims = new ArrayList<>();
    List<Contender> rivals = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      victims.add(stage.contender());
      rivals.add(stage.contender());
    }
    ConcurrentLinkedQueue<Cast.Part> scenes = new ConcurrentLinkedQueue<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < stage.parameter("times"); i++) {
      for (Manner manner : Manner.values()) {
        for (Obstacle obstacle : Obstacle.values()) {
          int client = names.size() % clients;
          double when = stage.random().nextDouble();
          Drama drama =
              new Drama(stage, victims.get(client), rivals.get(client), Fate.LOSE_ANSWER, i);
          names.add(drama.name);
          scenes.add(() -> play(drama, manner, obstacle, when));
        }
      }
    }
    List<Cast.Part> parts = new ArrayList<>();
    for (int i = 0; i < stage.parameter("releases"); i++) {
      Contender victim = victims.get(i % clients);
      Drama drama = new Drama(stage, victim, rivals.get(i % clients), Fate.LATE_ANSWER, i);
      names.add(drama.name);
      parts.add(() -> InterruptedRelease.play(drama));
    }
    for (int i = 0; i < stage.parameter("callers"); i++) {
      parts.add(
          () -> {
            for (Cast.Part next = scenes.poll(); next != null; next = scenes.poll()) {
              next.play();
            }
          });
    }
    stage.cast().together(stage.ttl().multipliedBy(40), parts);
    Curtain.fall(stage, names);
  }

  private static void play(Drama drama, Manner manner, Obstacle obstacle, double when)
      throws InterruptedException {
    Optional<Holding> before =
        obstacle == Obstacle.HOLDER ? drama.rival.tryTake(drama.name) : Optional.empty();
    switch (obstacle) {
      case LATE_ANSWER -> drama.fate(Call.ACQUIRE, Fate.LATE_ANSWER, 1);
      case LOST_ANSWER -> drama.fate(Call.ACQUIRE, Fate.LOSE_ANSWER, 3);
      case HELD_BACK -> drama.fate(Call.ACQUIRE, Fate.HOLD_BACK, 3);
      default -> {}
    }
    if (drama.round % 4 == 3) {
      drama.fate(Call.ABANDON, Fate.LOSE_REQUEST, 1);
    }
    Duration later = drama.stage.traits().callTimeout();
    if (obstacle == Obstacle.NONE) {
      later = later.dividedBy(100); // the call itself is short
    }
    Duration delay = Duration.ofNanos((long) (later.toNanos() * when));
    Optional<Holding> holding =
        manner == Manner.ASYNC ? cancelled(drama, delay) : interrupted(drama, manner, delay);
    if (before.isPresent()) {
      before.get().release();
    }
    if (holding.isPresent()) {
      holding.get().isHeld();
      holding.get().release();
    }
    drama.pass(0.2);
    drama.letGo();
    drama.briefly(drama.rival);
    drama.look();
  }

  private static Optional<Holding> interrupted(Drama drama, Manner manner, Duration delay)
      throws InterruptedException {
    Thread caller = Thread.currentThread();
    Recorder recorder = drama.stage.recorder();
    String by = drama.victim.label();
    Future<?> interrupter =
        drama
            .stage
            .cast()
            .begin(
                () -> {
                  drama.stage.pass(delay);
                  recorder.note(by, What.INTERRUPT, drama.name, "", "phase", "sent");
                  caller.interrupt();
                });
    Optional<Holding> holding =
        manner == Manner.TRY
            ? drama.victim.tryTake(drama.name)
            : drama.victim.take(drama.name, drama.patience());
    boolean kept = Thread.interrupted();
    while (!interrupter.isDone()) {
      LockSupport.parkNanos(1_000_000); // ends early, and no more than that, when it comes now
      kept |= Thread.interrupted();
    }
    kept |= Thread.interrupted();
    String phase = kept ? "kept" : "swallowed";
    recorder.note(by, What.INTERRUPT, drama.name, "", "phase", phase);
    return holding;
  }

  private static Optional<Holding> cancelled(Drama drama, Duration delay)
      throws InterruptedException {
    Recorder recorder = drama.stage.recorder();
    String by = drama.victim.label();
    Duration ttl = drama.stage.ttl();
    Duration wait = drama.patience();
    long asked = recorder.now();
    recorder.noteAt(
        asked, by, What.ASKED, drama.name, "", "wait", wait.toNanos(), "ttl", ttl.toNanos());
    CompletableFuture<Lease> future =
        drama.victim.client().acquireAsync(LeaseRequest.of(drama.name).ttl(ttl).wait(wait));
    try {
      return Optional.of(
          Holding.of(by, future.get(delay.toNanos(), TimeUnit.NANOSECONDS), ttl, asked, recorder));
    } catch (TimeoutException e) {
      recorder.note(by, What.INTERRUPT, drama.name, "", "phase", "cancelled");
      if (future.cancel(true)) {
        long took = recorder.now() - asked;
        recorder.note(by, What.FAILED, drama.name, "", "code", "CANCELLED", "took", took);
        return Optional.empty();
      }
    } catch (ExecutionException e) {
      return Optional.empty();
    }
    return future.isCompletedExceptionally()
        ? Optional.empty()
        : Optional.of(Holding.of(by, future.join(), ttl, asked, recorder));
  }
}
