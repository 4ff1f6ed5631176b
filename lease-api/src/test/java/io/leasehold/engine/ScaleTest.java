package io.leasehold.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseRequest;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.LeaseClock;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many leases: no thread for each, and nothing is left of them. */
class ScaleTest {

  /** What a round may leave without being a leak: caches, class data, a thread that ends later. */
  private static final long NOISE = 3 << 20;

  /** Of clients of other tests, which end by and by. */
  private final Set<Thread> others = Patience.threads();

  private final MemoryStore store = new MemoryStore(LeaseClock.system());
  private final LeaseClient client = LeaseClient.open(store.connect(Duration.ofSeconds(1)));

  @AfterEach
  void close() {
    client.close();
  }

  private static long usedHeap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 8; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @Test
  void tenThousandCyclesLeaveNothing() throws Exception {
    assertNothingIsLeft(2, () -> cycles(10_000));
  }

  @Test
  @Tag("long")
  void aHundredThousandCyclesLeaveNothing() throws Exception {
    assertNothingIsLeft(2, () -> cycles(100_000));
  }

  @Test
  void tenThousandLeasesHeldAndClosedLeaveNothing() throws Exception {
    assertNothingIsLeft(2, this::holdTenThousand);
  }

  private interface Round {
    void run() throws InterruptedException;
  }

  private void assertNothingIsLeft(int rounds, Round round) throws InterruptedException {
    round.run(); // the first one also fills what every program fills once
    long heap = usedHeap();
    for (int i = 0; i < rounds; i++) {
      round.run();
      assertThat(ownThreads()).isLessThan(10);
      // The watchdog forgets released leases in its next round, at the latest after its longest
      // nap.
      Patience.until("round " + (i + 2) + " leaves nothing", () -> usedHeap() - heap < NOISE);
    }
    assertThat(store.records()).isZero();
  }

  @Test
  @Tag("long")
  void idleWorkersEndAndOnlyTheWatchdogIsLeft() throws Exception {
    holdTenThousand();
    Lease kept = client.acquire(LeaseRequest.of("kept").ttl(Duration.ofSeconds(4)));
    CountDownLatch told = new CountDownLatch(1);
    kept.onLost(loss -> told.countDown());
    store.faults().delete("kept");
    // By now a renewal, a listener and a log line have had their threads.
    assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
    Patience.until("only the watchdog is left", () -> ownThreads() == 1);
  }

  private long ownThreads() {
    return Patience.threads().stream().filter(thread -> !others.contains(thread)).count();
  }

  private void cycles(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      Lease lease = client.acquire("lease-" + i % 97);
      lease.release();
    }
  }

  private void holdTenThousand() throws InterruptedException {
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      leases.add(client.acquire("lease-" + i));
    }
    assertThat(ownThreads()).as("threads for 10,000 leases").isLessThan(10);
    assertThat(leases).allMatch(Lease::isHeld);
    leases.forEach(Lease::close);
  }

  @Test
  @DisplayName(
      "a thousand threads hold and release: virtual ones on JDK 21 and later, else platform")
  void aThousandThreadsHoldAndRelease() throws Exception {
    AtomicInteger released = new AtomicInteger();
    CountDownLatch allHold = new CountDownLatch(1_000);
    ExecutorService threads = threads();
    assertThat(threads.getClass().getSimpleName())
        .isEqualTo(
            Runtime.version().feature() >= 21 ? "ThreadPerTaskExecutor" : "ThreadPoolExecutor");
    for (int i = 0; i < 1_000; i++) {
      String name = "lease-" + i;
      threads.execute(
          () -> {
            try (Lease lease = client.acquire(name)) {
              allHold.countDown();
              assertThat(allHold.await(60, TimeUnit.SECONDS)).isTrue();
              assertThat(lease.isHeld()).isTrue();
              released.incrementAndGet();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          });
    }
    threads.shutdown();
    assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(released).hasValue(1_000);
    assertThat(store.records()).isZero();
  }

  /** Looked up at run time, since the tests are compiled for JDK 17. */
  private static ExecutorService threads() throws ReflectiveOperationException {
    if (Runtime.version().feature() < 21) {
      return Executors.newCachedThreadPool();
    }
    Method virtual = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
    return (ExecutorService) virtual.invoke(null);
  }

  @Test
  @DisplayName("a thousand threads contend for one name and each gets it once")
  void aThousandThreadsTakeTurns() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger turns = new AtomicInteger();
    ExecutorService threads = threads();
    for (int i = 0; i < 1_000; i++) {
      threads.execute(
          () -> {
            try {
              client.withLease(
                  io.leasehold.LeaseRequest.of("one").wait(Duration.ofSeconds(120)),
                  lease -> {
                    assertThat(inside.incrementAndGet()).isEqualTo(1);
                    inside.decrementAndGet();
                    turns.incrementAndGet();
                  });
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          });
    }
    threads.shutdown();
    assertThat(threads.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    assertThat(turns).hasValue(1_000);
  }
}
