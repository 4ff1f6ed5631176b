package io.leasehold.tck.run;

import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Fate;
import io.leasehold.tck.scenario.FaultyBackend.Call;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Plays a little that nobody judges, once in a JVM: what runs for the first time is loaded, linked
 * and interpreted, and on a busy machine that takes longer than many a bound.
 */
final class WarmUp {

  private static final AtomicBoolean DONE = new AtomicBoolean();

  private static final Scenario SCENARIO =
      Scenario.of("warm-up", "a lease is taken, waited for, renewed and let go", WarmUp::play);

  private WarmUp() {}

  /** Plays it, if nobody has. */
  static void once(ScenarioRunner runner) {
    if (DONE.compareAndSet(false, true)) {
      var unused = runner.play(SCENARIO, 1);
    }
  }

  private static void play(Stage stage) throws InterruptedException {
    String name = stage.name();
    Contender first = stage.contender();
    Contender second = stage.contender();
    first.faults().next(Call.RELEASE, name, Fate.LOSE_ANSWER, 1);
    Optional<Holding> held = first.tryTake(name);
    var waiting =
        stage.cast().begin(() -> second.take(name, stage.ttl()).ifPresent(Holding::release));
    stage.pass(stage.terms().interval().multipliedBy(5).dividedBy(4));
    held.ifPresent(Holding::isHeld);
    stage.eye().look(name);
    held.ifPresent(Holding::release);
    stage.cast().await(stage.ttl().multipliedBy(2), List.of(waiting));
    held.ifPresent(Holding::isHeld);
  }
}
