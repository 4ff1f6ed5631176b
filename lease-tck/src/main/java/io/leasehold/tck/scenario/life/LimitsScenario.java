package io.leasehold.tck.scenario.life;

import io.leasehold.Lease;
import io.leasehold.LeaseException;
import io.leasehold.LeaseRequest;
import io.leasehold.tck.history.What;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Leases that nobody lets go: one is held for too long, the handle of another is dropped. */
public final class LimitsScenario {

  /** The scenario. */
  public static final Scenario LIMITS =
      Scenario.of(
          "limits",
          "a lease is held for longer than its limit, the handle of another is dropped",
          LimitsScenario::play);

  private static final Duration BETWEEN_COLLECTIONS = Duration.ofMillis(20);

  private LimitsScenario() {}

  private static void play(Stage stage) throws InterruptedException {
    Contender client = stage.contender();
    stage
        .cast()
        .together(
            stage.ttl().multipliedBy(10),
            List.of(() -> holdsTooLong(stage, client), () -> drops(stage, client)));
  }

  private static void holdsTooLong(Stage stage, Contender client) throws InterruptedException {
    Duration limit = stage.terms().interval().multipliedBy(3).dividedBy(2);
    var holding =
        client.take(
            LeaseRequest.of(stage.name()).ttl(stage.ttl()).wait(Duration.ZERO).maxHold(limit));
    if (holding.isPresent()) {
      stage.pass(limit.plus(stage.ttl()).plus(stage.terms().interval()));
      holding.get().isHeld();
    }
  }

  private static void drops(Stage stage, Contender client) throws InterruptedException {
    String name = stage.name();
    Optional<Dropped> dropped = dropped(stage, client, name);
    if (dropped.isEmpty()) {
      return;
    }
    Dropped gone = dropped.get();
    boolean collected =
        stage.until(
            stage.ttl().multipliedBy(2),
            () -> {
              System.gc();
              java.util.concurrent.locks.LockSupport.parkNanos(BETWEEN_COLLECTIONS.toNanos());
              return gone.handle.get() == null;
            });
    if (collected) {
      stage.recorder().note(client.label(), What.DROPPED, name, gone.owner);
    }
    stage.pass(stage.ttl());
    stage.eye().look(name);
  }

  private record Dropped(WeakReference<Lease> handle, String owner) {}

  /** In a method of its own: when it has returned nobody refers to the handle. */
  private static Optional<Dropped> dropped(Stage stage, Contender client, String name) {
    try {
      return client
          .client()
          .tryAcquire(LeaseRequest.of(name).ttl(stage.ttl()))
          .map(
              lease -> {
                stage
                    .recorder()
                    .note(
                        client.label(),
                        What.GOT,
                        name,
                        lease.owner(),
                        "token",
                        lease.fencingToken(),
                        "ttl",
                        stage.ttl().toNanos());
                return new Dropped(new WeakReference<>(lease), lease.owner());
              });
    } catch (LeaseException e) {
      stage.note("no lease to drop: " + e);
      return Optional.empty();
    }
  }
}
