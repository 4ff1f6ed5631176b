package io.leasehold.examples.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.process.ChildCommand;
import io.leasehold.tck.process.ChildGroup;
import io.leasehold.tck.process.HoldHistory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Six JVMs race for the same names while one after the other is stopped at a random moment. */
class FileProcessesTest {

  private static final int RACERS = 6;
  private static final int NAMES = 3;
  private static final int STOPS = 6;
  private static final Duration TTL = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path root;
  private final HoldHistory history = new HoldHistory(TTL, Duration.ZERO);
  private final ChildGroup racers = new ChildGroup(history::add);

  @AfterEach
  void end() {
    racers.close();
  }

  @Test
  void tokensAreUniqueAndRiseAndAStoppedProcessBlocksNobody() throws InterruptedException {
    long seed = System.nanoTime();
    System.out.println("seed of this race: " + seed);
    Random random = new Random(seed);
    for (int n = 0; n < RACERS; n++) {
      racers.start(
          ChildCommand.main(FileRacer.class)
              .args("file:" + root + "?sync=false", "" + TTL.toMillis(), "" + NAMES, "" + n));
    }
    for (int n = 0; n < RACERS; n++) {
      racers.get(n).await("READY", LONG);
    }

    for (int stop = 0; stop < STOPS; stop++) {
      int victim = random.nextInt(RACERS);
      int grants = history.size() + 50 + random.nextInt(100);
      racers.collectUntil("there are " + grants + " grants", () -> history.size() >= grants, LONG);
      racers.get(victim).stop(LONG);
      long stopped = System.nanoTime();

      // Whatever it held or was about to do, the others get every name, within ttl and takeover.
      racers.collectUntil(
          "every name was granted while racer " + victim + " stood still",
          () -> history.namesGrantedSince(stopped, victim) == NAMES,
          TTL.multipliedBy(10).plus(LONG.dividedBy(6)));

      assertThat(racers.get(victim).state().orElseThrow().isStopped()).isTrue();
      racers.get(victim).resume(LONG);
    }
    finish();

    assertThat(history.size()).isGreaterThan(STOPS * 50);
    assertThat(history.violations()).isEmpty();
  }

  private void finish() throws InterruptedException {
    for (int n = 0; n < RACERS; n++) {
      racers.get(n).send("enough");
    }
    for (int n = 0; n < RACERS; n++) {
      racers.collectToEnd(n, LONG);
      assertThat(racers.get(n).awaitExit(LONG)).isZero();
    }
  }
}
