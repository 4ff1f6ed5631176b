package io.leasehold.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Field cases, missed wake-up and waiter hangs: L36, a live waiter keeps its place. */
@SuppressWarnings("LockNotBeforeTry") // what is tested is not how to use a lock
class FieldWaiterPlaceTest {

  private final Bench bench = new Bench();
  private final Grant rival = bench.rival().acquire("orders");
  private final List<CompletableFuture<Lease>> later = new ArrayList<>();

  @AfterEach
  void clearTheFlag() {
    Thread.interrupted();
  }

  private void anotherComesAfter10sAndTheHolderLeavesAfter(int seconds) {
    for (int s = 10; s < seconds; s += 10) {
      bench.plan(ofSeconds(s), () -> bench.line.memory.renewIfOwner(rival));
    }
    bench.plan(ofSeconds(10), this::anotherWaits);
    bench.plan(ofSeconds(seconds), () -> bench.line.memory.releaseIfOwner(rival));
    bench.plan(ofSeconds(seconds + 10), this::itLeaves); // or this test would wait for ever
  }

  private void anotherWaits() {
    later.add(bench.client.acquireAsync(LeaseRequest.of("orders").wait(ofSeconds(500))));
  }

  private void itLeaves() {
    if (later.get(0).isDone()) {
      later.get(0).join().release();
    }
  }

  @Test
  void whoWaitsForALockKeepsItsPlaceHoweverLongTheHolderStays() {
    anotherComesAfter10sAndTheHolderLeavesAfter(100);
    bench.client.lock("orders").lock();
    assertThat(later.get(0)).as("who came later").isNotDone();
  }

  @Test
  void whoWaitsForALockKeepsItsPlaceThroughAnInterrupt() {
    anotherComesAfter10sAndTheHolderLeavesAfter(30);
    bench.plan(ofSeconds(15), Thread.currentThread()::interrupt);
    bench.client.lock("orders").lock();
    assertThat(later.get(0)).as("who came later").isNotDone();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void whoWaitsForALockIsServedFirstWithinTheDefaultWait() {
    anotherComesAfter10sAndTheHolderLeavesAfter(50);
    bench.client.lock("orders").lock();
    assertThat(later.get(0)).as("who came later").isNotDone();
  }
}
