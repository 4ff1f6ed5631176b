package io.leasehold.tck.scenario;

import io.leasehold.tck.scenario.FaultyBackend.Call;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * A client takes a name again that it had, or asked for, to no good end: whatever its engine has
 * kept of the end is in the way of what comes next.
 */
public final class Retakes {

  private Retakes() {}

  /** The same client takes it, holds it for so long that it has to be renewed, and lets it go. */
  public static void again(Stage stage, Contender contender, String name)
      throws InterruptedException {
    Optional<Holding> holding = contender.take(name, patience(stage));
    if (holding.isPresent()) {
      LossScenario.readOn(stage, holding.get(), LossScenario.share(stage, 1.3));
      holding.get().release();
    }
  }

  /** Long enough for whatever the client has left at the store to run out. */
  private static Duration patience(Stage stage) {
    return stage.ttl().plus(stage.traits().takeoverLag()).multipliedBy(3);
  }

  /** A release whose every try is lost. */
  static void afterAFailedRelease(Stage stage) throws InterruptedException {
    String name = stage.name();
    Contender contender = stage.contender();
    Optional<Holding> holding = contender.tryTake(name);
    if (holding.isPresent()) {
      contender.faults().all(Call.RELEASE, Fate.LOSE_REQUEST);
      holding.get().release();
      contender.faults().heal();
      again(stage, contender, name);
    }
  }

  /** An acquire without an answer. */
  static void afterSilence(Stage stage) throws InterruptedException {
    String name = stage.name();
    Contender contender = stage.contender();
    contender.faults().next(Call.ACQUIRE, name, Fate.LOSE_ANSWER, 1);
    contender.tryTake(name).ifPresent(Holding::release);
    again(stage, contender, name);
  }

  /** An acquire whose answers are lost, and whose caller is interrupted while it tries on. */
  static void afterAnInterrupt(Stage stage) throws InterruptedException {
    String name = stage.name();
    Contender contender = stage.contender();
    contender.faults().all(Call.ACQUIRE, Fate.LOSE_ANSWER);
    Future<?> asking =
        stage.cast().begin(() -> contender.take(name, patience(stage)).ifPresent(Holding::release));
    Duration callTimeout = stage.traits().callTimeout();
    stage.pass(callTimeout.dividedBy(3));
    asking.cancel(true);
    stage.pass(callTimeout);
    contender.faults().heal();
    again(stage, contender, name);
  }
}
