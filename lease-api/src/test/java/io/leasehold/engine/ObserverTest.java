package io.leasehold.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseRequest;
import io.leasehold.engine.events.ObserverFeed;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What the observer sees, and that it delays nobody. */
class ObserverTest {

  private static LeaseEvent event(long at) {
    return new LeaseEvent(0, at, Kind.RENEWAL_SENT, "orders", "", "", 1, "", Duration.ZERO, 0, "");
  }

  @Test
  void eventsComeInTheirOrderWithARisingSequence() {
    List<LeaseEvent> seen = new CopyOnWriteArrayList<>();
    ObserverFeed feed = new ObserverFeed(seen::add, "test");
    for (int i = 0; i < 1_000; i++) {
      feed.accept(event(i));
    }
    feed.close(LeaseClock.system(), Patience.LONG.toNanos());
    assertThat(seen).hasSize(1_000);
    for (int i = 0; i < 1_000; i++) {
      assertThat(seen.get(i).sequence()).isEqualTo(i + 1);
      assertThat(seen.get(i).atNanos()).isEqualTo(i);
    }
  }

  @Test
  void aSlowObserverBlocksNobodyAndWhatItLosesShowsAsAGap() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    List<Long> sequences = new ArrayList<>();
    AtomicInteger delivered = new AtomicInteger();
    ObserverFeed feed =
        new ObserverFeed(
            event -> {
              try {
                assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              sequences.add(event.sequence());
              delivered.incrementAndGet();
            },
            "test");
    int sent = ObserverFeed.CAPACITY + 5_000;
    for (int i = 0; i < sent; i++) {
      feed.accept(event(i)); // returns although the observer does not
    }
    go.countDown();
    Patience.until("the queue is empty", () -> delivered.get() >= ObserverFeed.CAPACITY);
    feed.accept(event(sent));
    feed.close(LeaseClock.system(), Patience.LONG.toNanos());
    int missing = sent + 1 - sequences.size();
    assertThat(missing).isBetween(4_990, 5_000);
    assertThat(sequences.get(sequences.size() - 1)).as("none is counted twice").isEqualTo(sent + 1);
    long gaps = 0;
    for (int i = 1; i < sequences.size(); i++) {
      long step = sequences.get(i) - sequences.get(i - 1);
      assertThat(step).isPositive();
      gaps += step - 1;
    }
    assertThat(gaps).isEqualTo(missing);
  }

  @Test
  void anObserverThatThrowsGoesOnWithTheNextEvent() {
    AtomicInteger calls = new AtomicInteger();
    ObserverFeed feed =
        new ObserverFeed(
            event -> {
              calls.incrementAndGet();
              throw new StackOverflowError("planted");
            },
            "test");
    for (int i = 0; i < 5; i++) {
      feed.accept(event(i));
    }
    feed.close(LeaseClock.system(), Patience.LONG.toNanos());
    assertThat(calls).hasValue(5);
  }

  @Test
  void anObserverThatInterruptsItsThreadGoesOn() {
    AtomicInteger calls = new AtomicInteger();
    ObserverFeed feed =
        new ObserverFeed(
            event -> {
              calls.incrementAndGet();
              Thread.currentThread().interrupt();
            },
            "test");
    feed.accept(event(1));
    feed.accept(event(2));
    feed.accept(event(3));
    Patience.until("all are seen", () -> calls.get() == 3);
    feed.close(LeaseClock.system(), Patience.LONG.toNanos());
  }

  @Test
  void afterItsBoundACloseLeavesTheRestAndCallsNoMore() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch in = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    ObserverFeed feed =
        new ObserverFeed(
            event -> {
              calls.incrementAndGet();
              in.countDown();
              while (go.getCount() > 0) {
                try {
                  go.await(60, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                  // stubborn: it also eats the interrupt of the close
                }
              }
            },
            "test-stubborn");
    for (int i = 0; i < 10; i++) {
      feed.accept(event(i));
    }
    assertThat(in.await(60, TimeUnit.SECONDS)).isTrue();
    feed.close(LeaseClock.system(), ofMillis(50).toNanos());
    go.countDown();
    Patience.until(
        "its thread has ended",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(t -> t.getName().equals("test-stubborn-observer")));
    assertThat(calls).hasValue(1);
  }

  @Test
  void aBlockedObserverDelaysNoRenewalAndNoLoss() throws Exception {
    MemoryStore store = new MemoryStore(LeaseClock.system());
    CountDownLatch go = new CountDownLatch(1);
    LeaseClient client =
        LeaseClient.builder()
            .backend(store.connect(ofMillis(100)))
            .observer(
                event -> {
                  try {
                    assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                })
            .open();
    Lease lease = client.acquire(LeaseRequest.of("orders").ttl(ofSeconds(2)));
    long granted = System.nanoTime();
    Patience.until(
        "it lives longer than its ttl",
        () -> System.nanoTime() - granted > ofSeconds(3).toNanos() || !lease.isHeld());
    assertThat(lease.isHeld()).isTrue();
    AtomicLong told = new AtomicLong();
    lease.onLost(loss -> told.set(System.nanoTime()));
    store.faults().delete("orders");
    Patience.until("the loss is told", () -> told.get() != 0);
    go.countDown();
    client.close();
  }

  @Test
  void theEventsOfALeasesLifeAreSeenInTheirOrder() {
    Bench bench = new Bench();
    Lease lease = bench.acquire(LeaseRequest.of("orders").group("shop"));
    bench.runUntil(ofSeconds(12));
    lease.release();
    assertThat(bench.events)
        .extracting(LeaseEvent::kind)
        .containsExactly(
            Kind.ACQUIRE_STARTED,
            Kind.ATTEMPT_SENT,
            Kind.ATTEMPT_ANSWERED,
            Kind.ACQUIRED,
            Kind.RENEWAL_SENT,
            Kind.RENEWAL_ANSWERED,
            Kind.RELEASE_BEGUN,
            Kind.RELEASE_ANSWERED,
            Kind.ENDED);
    assertThat(bench.events).allMatch(event -> event.leaseName().equals("orders"));
    assertThat(bench.events).allMatch(event -> event.group().equals("shop"));
    String owner = bench.held(lease).grant.owner().toString();
    assertThat(bench.events.subList(1, 9)).allMatch(event -> event.owner().equals(owner));
    assertThat(bench.events(Kind.RENEWAL_ANSWERED).get(0).validUntilNanos())
        .isEqualTo(bench.held(lease).status().validUntil());
    for (int i = 1; i < bench.events.size(); i++) {
      assertThat(bench.events.get(i).atNanos() - bench.events.get(i - 1).atNanos()).isNotNegative();
    }
  }
}
