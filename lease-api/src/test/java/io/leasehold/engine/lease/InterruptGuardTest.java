package io.leasehold.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.engine.Patience;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What is seen of a guard with real interrupts; the race itself is explored elsewhere. */
class InterruptGuardTest {

  /** With the flag set every nap ends at once, and so did the waiting for the guard's interrupt. */
  @Test
  void workThatEndsInterruptedWaitsForTheGuardsInterruptAsWell() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch letGo = new CountDownLatch(1);
    AtomicBoolean delivered = new AtomicBoolean();
    AtomicBoolean deliveredAtTheEnd = new AtomicBoolean();
    AtomicBoolean stillInterrupted = new AtomicBoolean();
    InterruptGuard guard =
        new InterruptGuard(
            () -> {
              begun.countDown();
              awaitQuietly(letGo);
              delivered.set(true);
            });
    Thread worker =
        new Thread(
            () -> {
              awaitQuietly(begun);
              Thread.currentThread().interrupt();
              guard.done();
              deliveredAtTheEnd.set(delivered.get());
              stillInterrupted.set(Thread.interrupted());
            });
    Thread loss = new Thread(guard::interrupt);
    worker.start();
    loss.start();
    Patience.until(
        "it waits, or has ended",
        () ->
            worker.getState() == Thread.State.TIMED_WAITING
                || worker.getState() == Thread.State.TERMINATED);
    letGo.countDown();
    worker.join();
    loss.join();
    assertThat(deliveredAtTheEnd).isTrue();
    assertThat(stillInterrupted).as("its own interrupt is not swallowed").isTrue();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
