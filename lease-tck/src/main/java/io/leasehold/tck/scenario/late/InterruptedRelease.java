package io.leasehold.tck.scenario.late;

import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import io.leasehold.tck.scenario.FaultyBackend.Call;
import io.leasehold.tck.scenario.Holding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A thread that is interrupted lets go, and the store takes its time. Meanwhile another thread
 * reads whether it is held, and one of the same client and one of another wait for the name.
 */
final class InterruptedRelease {

  private static final Duration OFTEN = Duration.ofMillis(3);

  private InterruptedRelease() {}

  static void play(Drama drama) throws InterruptedException {
    Optional<Holding> got = drama.victim.tryTake(drama.name);
    if (got.isEmpty()) {
      return;
    }
    Holding holding = got.get();
    if (drama.round % 4 != 3) { // else it is short, as most are
      drama.fate(Call.RELEASE, 1);
    }
    AtomicBoolean over = new AtomicBoolean();
    List<Future<?>> others =
        List.of(
            drama.stage.cast().begin(() -> drama.briefly(drama.victim)),
            drama.stage.cast().begin(() -> drama.briefly(drama.rival)),
            drama
                .stage
                .cast()
                .begin(
                    () -> {
                      while (!over.get()) {
                        holding.isHeld();
                        drama.stage.pass(OFTEN);
                      }
                    }));
    drama.pass(0.1);
    release(drama, holding);
    over.set(true);
    holding.isHeld();
    drama.stage.cast().await(drama.patience().multipliedBy(2), others);
    drama.look();
  }

  private static void release(Drama drama, Holding holding) {
    Thread.currentThread().interrupt();
    note(drama, holding, What.INTERRUPT, "phase", "set");
    try {
      holding.release();
    } catch (RuntimeException e) {
      note(drama, holding, What.RELEASED, "result", "nothing, and threw " + e);
    }
    boolean kept = Thread.interrupted();
    note(drama, holding, What.INTERRUPT, "phase", kept ? "kept" : "swallowed");
  }

  private static void note(Drama drama, Holding holding, What what, Object... facts) {
    Recorder recorder = drama.stage.recorder();
    recorder.note(drama.victim.label(), what, drama.name, holding.lease().owner(), facts);
  }
}
