package io.leasehold.examples.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.process.ChildCommand;
import io.leasehold.tck.process.ChildEvent;
import io.leasehold.tck.process.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  private final List<ChildJvm> racers = new ArrayList<>();
  private final RaceHistory history = new RaceHistory(TTL);

  @AfterEach
  void end() {
    racers.forEach(ChildJvm::close);
  }

  @Test
  void tokensAreUniqueAndRiseAndAStoppedProcessBlocksNobody() throws InterruptedException {
    long seed = System.nanoTime();
    System.out.println("seed of this race: " + seed);
    Random random = new Random(seed);
    for (int n = 0; n < RACERS; n++) {
      racers.add(
          ChildCommand.main(FileRacer.class)
              .args("file:" + root + "?sync=false", "" + TTL.toMillis(), "" + NAMES, "" + n)
              .start());
    }
    for (ChildJvm racer : racers) {
      racer.await("READY", LONG);
    }

    for (int stop = 0; stop < STOPS; stop++) {
      int victim = random.nextInt(RACERS);
      collectUntil(history.size() + 50 + random.nextInt(100));
      racers.get(victim).stop(LONG);
      long stopped = System.nanoTime();

      // Whatever it held or was about to do, the others get every name, within ttl and takeover.
      collectUntilAllNamesWereGranted(stopped, victim);

      assertThat(racers.get(victim).state().orElseThrow().isStopped()).isTrue();
      racers.get(victim).resume(LONG);
    }
    finish();

    assertThat(history.size()).isGreaterThan(STOPS * 50);
    history.assertSound();
  }

  private void collectUntil(int grants) throws InterruptedException {
    long end = System.nanoTime() + LONG.toNanos();
    while (history.size() < grants) {
      assertThat(System.nanoTime() - end).as("%d of %d", history.size(), grants).isNegative();
      collect();
    }
  }

  private void collectUntilAllNamesWereGranted(long since, int victim) throws InterruptedException {
    long end = since + TTL.multipliedBy(10).plus(LONG.dividedBy(6)).toNanos();
    while (history.namesGrantedSince(since, victim) < NAMES) {
      assertThat(System.nanoTime() - end)
          .as(
              "%d of %d names were granted while racer %d stood still",
              history.namesGrantedSince(since, victim), NAMES, victim)
          .isNegative();
      collect();
    }
  }

  /** Takes what has arrived; waits for one racer's next event at most a moment if nothing has. */
  private void collect() throws InterruptedException {
    boolean any = false;
    for (int n = 0; n < RACERS; n++) {
      for (Optional<ChildEvent> event = racers.get(n).poll();
          event.isPresent();
          event = racers.get(n).poll()) {
        history.add(n, event.get());
        any = true;
      }
    }
    if (!any) {
      java.util.concurrent.TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private void finish() throws InterruptedException {
    for (ChildJvm racer : racers) {
      racer.send("enough");
    }
    for (int n = 0; n < RACERS; n++) {
      ChildEvent event = racers.get(n).awaitAny(LONG);
      while (!event.key().equals("DONE")) {
        history.add(n, event);
        event = racers.get(n).awaitAny(LONG);
      }
      assertThat(racers.get(n).awaitExit(LONG)).isZero();
    }
  }
}
