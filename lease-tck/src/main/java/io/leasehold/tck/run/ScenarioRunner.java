package io.leasehold.tck.run;

import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.Means;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Settings;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Plays one scenario once, within a bound. */
final class ScenarioRunner {

  private static final int OPENINGS = 3;
  private static final Duration BOUND = Duration.ofMinutes(5);

  private final TckFixture fixture;
  private final Settings settings;
  private final LeaseClock stopwatch = LeaseClock.system();

  ScenarioRunner(TckFixture fixture, Settings settings) {
    this.fixture = fixture;
    this.settings = settings;
  }

  /** Plays it; throws nothing. */
  Played play(Scenario scenario, long seed) {
    long begin = stopwatch.nanos();
    Set<Ability> missing = new TreeSet<>(scenario.needs());
    missing.removeAll(Means.of(fixture));
    if (!missing.isEmpty()) {
      String why = "the fixture does not offer " + missing;
      return new Played(scenario, seed, Optional.empty(), why, Duration.ZERO);
    }
    try (Stage stage = open(scenario, seed)) {
      String why = play(scenario, stage);
      stage.end();
      Duration took = since(begin);
      History history = stage.history().ended(took.toNanos(), why);
      return new Played(scenario, seed, Optional.of(history), why, took);
    } catch (RuntimeException e) {
      String why = "the stage could not be opened: " + e;
      return new Played(scenario, seed, Optional.empty(), why, since(begin));
    }
  }

  /** On a busy machine not even a connection is made within a short bound: then once more. */
  private Stage open(Scenario scenario, long seed) {
    for (int tries = 1; ; tries++) {
      try {
        return new Stage(fixture, scenario, seed, settings);
      } catch (BackendUnavailableException e) {
        if (tries == OPENINGS) {
          throw e;
        }
      }
    }
  }

  private static String play(Scenario scenario, Stage stage) {
    FutureTask<@Nullable Void> task =
        new FutureTask<>(
            () -> {
              scenario.act().play(stage);
              return null;
            });
    Thread thread = new Thread(task, "leasehold-tck-scenario-" + scenario.name());
    thread.setDaemon(true);
    thread.start();
    try {
      task.get(BOUND.toNanos(), TimeUnit.NANOSECONDS);
      return "";
    } catch (TimeoutException e) {
      return gap(stage, "it did not end within " + BOUND.toMinutes() + " min");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return gap(stage, "it was given up");
    } catch (ExecutionException e) {
      return gap(stage, "it ended with " + e.getCause());
    } finally {
      task.cancel(true);
    }
  }

  private static String gap(Stage stage, String why) {
    stage.recorder().note("kit", What.NOTE, "", "", "text", "broken off: " + why);
    return why;
  }

  private Duration since(long begin) {
    return Duration.ofNanos(stopwatch.nanos() - begin);
  }
}
