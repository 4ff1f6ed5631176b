package io.leasehold.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedCounterTest {

  @TempDir Path temp;
  private Path directory;

  @BeforeEach
  void place() {
    directory = temp.resolve("counter");
  }

  @Test
  void aFencedCounterRefusesATokenBelowTheHighestSeenAndNoOther() throws IOException {
    SharedCounter counter = SharedCounter.create(directory, true);

    assertThat(counter.write(5, 1).accepted()).isTrue();
    assertThat(counter.write(5, 2).accepted()).isTrue();
    assertThat(counter.write(7, 3).accepted()).isTrue();
    assertThat(counter.write(6, 99).accepted()).isFalse();
    assertThat(counter.write(7, 4).accepted()).isTrue();

    assertThat(counter.read()).isEqualTo(new SharedCounter.State(4, 4, 7, 1));
    assertThat(counter.read().isIntact()).isTrue();
  }

  @Test
  void anUnfencedCounterTakesALateWriteAndShowsTheDamage() throws IOException {
    SharedCounter counter = SharedCounter.create(directory, false);
    counter.write(1, 1);
    counter.write(2, 2);
    counter.write(2, 3);

    assertThat(counter.write(1, 2).accepted()).isTrue();

    assertThat(counter.read()).isEqualTo(new SharedCounter.State(4, 2, 2, 0));
    assertThat(counter.read().isIntact()).isFalse();
  }

  @Test
  void afterAGreaterTokenWasSeenNoSmallerOneIsEverAccepted() throws Exception {
    SharedCounter.create(directory, true);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<List<SharedCounter.Written>>> running = new ArrayList<>();
      for (int n = 1; n <= 4; n++) {
        long token = n;
        running.add(threads.submit(() -> writeOften(token)));
      }
      long accepted = 0;
      for (Future<List<SharedCounter.Written>> each : running) {
        for (SharedCounter.Written written : each.get(60, TimeUnit.SECONDS)) {
          accepted += written.accepted() ? 1 : 0;
        }
      }
      SharedCounter.State end = new SharedCounter(directory, true).read();
      assertThat(end.writes()).isEqualTo(accepted);
      assertThat(end.writes() + end.refused()).isEqualTo(4 * 100);
      assertThat(end.token()).isEqualTo(4);
    } finally {
      threads.shutdownNow();
    }
  }

  private List<SharedCounter.Written> writeOften(long token) throws IOException {
    SharedCounter counter = new SharedCounter(directory, true);
    List<SharedCounter.Written> answers = new ArrayList<>();
    for (int n = 0; n < 100; n++) {
      SharedCounter.Written written = counter.write(token, n);
      assertThat(written.after().token()).isGreaterThanOrEqualTo(token);
      assertThat(written.accepted()).isEqualTo(written.after().token() == token);
      answers.add(written);
    }
    return answers;
  }
}
