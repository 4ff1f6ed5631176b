package io.leasehold.tck.scenario;

import io.leasehold.LeaseException;
import io.leasehold.LeaseRequest;
import io.leasehold.tck.scenario.FaultyBackend.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Leases end in every way in which a lease can be lost, beside some that nobody disturbs. All are
 * read often, until well after their end. What came to a bad end is taken again by the same client.
 */
public final class LossScenario {

  /** The scenario. */
  public static final Scenario LOSS =
      Scenario.of(
              "loss",
              "leases are cut off, refused, deleted, revoked, held too long, not renewed, closed,"
                  + " and taken again by the same client; others are left alone",
              LossScenario::play)
          .with("undisturbed", 2);

  private static final Duration OFTEN = Duration.ofMillis(4);
  private static final Duration SELDOM = Duration.ofMillis(40);

  private LossScenario() {}

  private static void play(Stage stage) throws InterruptedException {
    List<Cast.Part> parts = new ArrayList<>();
    parts.add(() -> cutOff(stage, true));
    parts.add(() -> cutOff(stage, false));
    parts.add(() -> cutOffForAWhile(stage));
    parts.add(() -> renewalsFail(stage, Fate.REFUSE));
    parts.add(() -> renewalsFail(stage, Fate.THROW));
    parts.add(() -> takenAway(stage, name -> stage.contender().client().revoke(name)));
    parts.add(() -> takenAway(stage, name -> stage.contender().client().revokeNow(name)));
    if (Deletion.isOffered(stage)) {
      parts.add(() -> takenAway(stage, name -> Deletion.of(stage, name)));
    }
    parts.add(() -> heldTooLong(stage));
    parts.add(() -> byHand(stage));
    parts.add(() -> closed(stage));
    parts.add(() -> Retakes.afterAFailedRelease(stage));
    parts.add(() -> Retakes.afterSilence(stage));
    parts.add(() -> Retakes.afterAnInterrupt(stage));
    for (int i = 0; i < stage.parameter("undisturbed"); i++) {
      parts.add(() -> leftAlone(stage));
    }
    stage.cast().together(stage.ttl().multipliedBy(30), parts);
  }

  /** Nothing arrives any more; the network heals after the loss, or never. */
  private static void cutOff(Stage stage, boolean heals) throws InterruptedException {
    String name = stage.name();
    Contender contender = stage.contender();
    Optional<Holding> holding = contender.tryTake(name);
    if (holding.isPresent()) {
      readOn(stage, holding.get(), share(stage, 0.2));
      contender.faults().all(Fate.LOSE_REQUEST);
      readToTheEnd(stage, holding.get());
      readOn(stage, holding.get(), share(stage, 0.25));
      if (heals) {
        contender.faults().heal();
      }
      readOn(stage, holding.get(), share(stage, heals ? 0.5 : 0.95));
      if (heals) {
        Retakes.again(stage, contender, name);
      }
    }
  }

  /** The network heals while validity lasts: nothing is lost. */
  private static void cutOffForAWhile(Stage stage) throws InterruptedException {
    Contender contender = stage.contender();
    Optional<Holding> holding = contender.tryTake(stage.name());
    if (holding.isPresent()) {
      contender.faults().all(Fate.LOSE_REQUEST);
      readOn(stage, holding.get(), share(stage, 0.45));
      contender.faults().heal();
      readOn(stage, holding.get(), share(stage, 1));
      holding.get().release();
    }
  }

  /** No renewal succeeds; nobody reads, so that the engine has to find the end by itself. */
  private static void renewalsFail(Stage stage, Fate fate) throws InterruptedException {
    Contender contender = stage.contender();
    Optional<Holding> holding = contender.tryTake(stage.name());
    if (holding.isPresent()) {
      contender.faults().all(Call.RENEW, fate);
      stage.pass(share(stage, 1.3));
      contender.faults().heal();
      readOn(stage, holding.get(), share(stage, 0.5));
    }
  }

  /** Somebody else ends the grant at the store. */
  private static void takenAway(Stage stage, Consumer<String> by) throws InterruptedException {
    String name = stage.name();
    Contender contender = stage.contender();
    Optional<Holding> holding = contender.tryTake(name);
    if (holding.isPresent()) {
      readOn(stage, holding.get(), share(stage, 0.1));
      by.accept(name);
      readToTheEnd(stage, holding.get());
      readOn(stage, holding.get(), share(stage, 0.5));
      Retakes.again(stage, contender, name);
    }
  }

  private static void heldTooLong(Stage stage) throws InterruptedException {
    String name = stage.name();
    Contender contender = stage.contender();
    LeaseRequest request =
        LeaseRequest.of(name).ttl(stage.ttl()).wait(Duration.ZERO).maxHold(share(stage, 0.8));
    Optional<Holding> holding = contender.take(request);
    if (holding.isPresent()) {
      readToTheEnd(stage, holding.get());
      readOn(stage, holding.get(), share(stage, 0.5));
      Retakes.again(stage, contender, name);
    }
  }

  /** Renewed once, then not; later again, when it is too late. */
  private static void byHand(Stage stage) throws InterruptedException {
    String name = stage.name();
    Contender contender = stage.contender();
    LeaseRequest request =
        LeaseRequest.of(name).ttl(stage.ttl()).wait(Duration.ZERO).renewedByHand();
    Optional<Holding> holding = contender.take(request);
    if (holding.isPresent()) {
      readOn(stage, holding.get(), share(stage, 0.4));
      renew(stage, holding.get());
      readToTheEnd(stage, holding.get());
      renew(stage, holding.get());
      readOn(stage, holding.get(), share(stage, 0.2));
      renew(stage, holding.get());
      readOn(stage, holding.get(), share(stage, 0.3));
      Retakes.again(stage, contender, name);
    }
  }

  private static void renew(Stage stage, Holding holding) {
    try {
      holding.lease().renew();
    } catch (LeaseException e) {
      stage.note("a renewal by hand was refused: " + e.code());
    }
  }

  private static void closed(Stage stage) throws InterruptedException {
    Contender contender = stage.contender();
    Optional<Holding> holding = contender.tryTake(stage.name());
    if (holding.isPresent()) {
      readOn(stage, holding.get(), share(stage, 0.5));
      contender.close();
      readOn(stage, holding.get(), share(stage, 0.1));
    }
  }

  private static void leftAlone(Stage stage) throws InterruptedException {
    Optional<Holding> holding = stage.contender().tryTake(stage.name());
    if (holding.isPresent()) {
      readOn(stage, holding.get(), share(stage, 2.3));
      holding.get().release();
      readOn(stage, holding.get(), share(stage, 0.2));
    }
  }

  /** Reads seldom, for as long as nothing is expected to happen. */
  static void readOn(Stage stage, Holding holding, Duration time) throws InterruptedException {
    long end = stage.recorder().now() + time.toNanos();
    while (end - stage.recorder().now() > 0) {
      holding.isHeld();
      stage.pass(SELDOM);
    }
  }

  /** Reads often until it is over; a broken engine may never say so. */
  static void readToTheEnd(Stage stage, Holding holding) throws InterruptedException {
    long end = stage.recorder().now() + stage.ttl().multipliedBy(3).toNanos();
    while (holding.isHeld() && end - stage.recorder().now() > 0) {
      stage.pass(OFTEN);
    }
  }

  static Duration share(Stage stage, double ttls) {
    return Duration.ofNanos((long) (stage.ttl().toNanos() * ttls));
  }
}
