package io.leasehold.engine.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadsTest {

  private final Threads threads = new Threads("leasehold-test");
  private final Set<Thread> used = ConcurrentHashMap.newKeySet();

  @AfterEach
  void close() {
    threads.close(Duration.ofSeconds(60).toNanos());
  }

  @Test
  void whatComesOneAfterTheOtherDoesNotTakeAThreadEach() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      CountDownLatch done = new CountDownLatch(1);
      threads.signals.execute(
          () -> {
            used.add(Thread.currentThread());
            done.countDown();
          });
      assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    }
    // Now and then the next comes before the last has gone back to waiting.
    assertThat(used).hasSizeLessThan(20);
  }

  @Test
  void whatBlocksTakesAThreadEachUpToTheBoundAndTheRestWaits() throws Exception {
    Semaphore begun = new Semaphore(0);
    CountDownLatch free = new CountDownLatch(1);
    for (int i = 0; i < Threads.SIGNALS + 10; i++) {
      threads.signals.execute(
          () -> {
            used.add(Thread.currentThread());
            begun.release();
            try {
              free.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
    }
    assertThat(begun.tryAcquire(Threads.SIGNALS, 60, TimeUnit.SECONDS)).isTrue();
    assertThat(threads.signals.getQueue()).hasSize(10);
    free.countDown();
    assertThat(begun.tryAcquire(10, 60, TimeUnit.SECONDS)).isTrue();
    assertThat(used).hasSize(Threads.SIGNALS);
  }

  @Test
  void aFutureBehindOthersThatBlockIsCompletedWhenTheClientCloses() throws Exception {
    Threads closing = new Threads("leasehold-closing");
    Semaphore begun = new Semaphore(0);
    CountDownLatch never = new CountDownLatch(1);
    for (int i = 0; i < Threads.SIGNALS; i++) {
      closing.completions.execute(
          () -> {
            begun.release();
            while (never.getCount() > 0) { // not even an interrupt ends it
              LockSupport.parkNanos(50_000_000);
              Thread.interrupted();
            }
          });
    }
    assertThat(begun.tryAcquire(Threads.SIGNALS, 60, TimeUnit.SECONDS)).isTrue();
    CountDownLatch told = new CountDownLatch(1);
    closing.completions.execute(told::countDown);
    closing.close(Duration.ofMillis(70).toNanos());
    assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
    never.countDown();
  }
}
