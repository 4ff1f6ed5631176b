package io.leasehold.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseClientBuilder;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.LeaseEnd;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseException;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseRequestException;
import io.leasehold.LeaseState;
import io.leasehold.LossReason;
import io.leasehold.engine.time.Latches;
import io.leasehold.memory.MemoryBackend;
import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The end of a client, on real threads and the real clock. */
class ClosingTest {

  private static final Duration CALL_TIMEOUT = ofMillis(300);

  /** Three call timeouts and a second; a busy machine gets as much again. */
  private static final Duration BOUND = CALL_TIMEOUT.multipliedBy(3).plusSeconds(1);

  private final MemoryStore store = new MemoryStore(LeaseClock.system());
  private final List<LeaseEvent> events = new CopyOnWriteArrayList<>();
  private final MemoryBackend rival = store.connect(CALL_TIMEOUT);
  private final LeaseClient client = builder().open();

  private LeaseClientBuilder builder() {
    return LeaseClient.builder().backend(store.connect(CALL_TIMEOUT)).observer(events::add);
  }

  private boolean isVacant(String name) {
    return rival.holder(new LeaseName(name)).isEmpty();
  }

  private static Duration timeOf(Runnable action) {
    long start = System.nanoTime();
    action.run();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void leasesAreLostFreedAndToldAndNothingIsNewAfterwards() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Lease lease = client.acquire("lease-" + i);
      lease.onLost(loss -> told.add(loss.leaseName() + " " + loss.reason()));
      leases.add(lease);
    }
    client.close();
    assertThat(leases).noneMatch(Lease::isHeld);
    assertThat(told).hasSize(5).allMatch(text -> text.endsWith(LossReason.CLIENT_CLOSED.name()));
    for (int i = 0; i < 5; i++) {
      assertThat(isVacant("lease-" + i)).isTrue();
    }
    assertThatThrownBy(() -> client.acquire("again"))
        .isInstanceOfSatisfying(
            LeaseNotAcquiredException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CLIENT_CLOSED));
    assertThat(events.get(events.size() - 1).kind()).isEqualTo(Kind.CLIENT_CLOSED);
  }

  @Test
  void oneReleaseThatFailsHoldsUpNoOtherAndTheBoundIsKept() throws Exception {
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      leases.add(client.acquire("lease-" + i));
    }
    store.faults().next(Op.RELEASE).lease("lease-1").always().loseRequest();
    Duration took = timeOf(client::close);
    assertThat(took).isLessThan(BOUND.multipliedBy(2));
    for (int i = 0; i < 5; i++) {
      assertThat(isVacant("lease-" + i)).isEqualTo(i != 1);
    }
    assertThat(leases).noneMatch(Lease::isHeld);
  }

  @Test
  void aStoreThatAnswersNothingDoesNotHoldUpTheClose() throws Exception {
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      leases.add(client.acquire("lease-" + i));
      leases.get(i).onLost(loss -> {});
    }
    store.faults().freeze("");
    assertThat(timeOf(client::close)).isLessThan(BOUND.multipliedBy(2));
    assertThat(leases).noneMatch(Lease::isHeld);
  }

  @Test
  void aListenerThatBlocksDoesNotHoldUpTheClose() throws Exception {
    Lease lease = client.acquire("orders");
    CountDownLatch never = new CountDownLatch(1);
    List<String> interrupted = new CopyOnWriteArrayList<>();
    lease.onLost(
        loss -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            interrupted.add("interrupted");
          }
        });
    assertThat(timeOf(client::close)).isLessThan(BOUND.multipliedBy(2));
    Patience.until("the listener was sent home", () -> !interrupted.isEmpty());
  }

  @Test
  void whoStandsBehindAListenerThatBlocksIsNotCalledAfterwards() throws Exception {
    Lease lease = client.acquire("orders");
    CountDownLatch called = new CountDownLatch(1);
    CountDownLatch let = new CountDownLatch(1);
    AtomicInteger second = new AtomicInteger();
    lease.onLost(
        loss -> {
          called.countDown();
          awaitWhateverComes(let);
        });
    lease.onLost(loss -> second.incrementAndGet());
    CompletableFuture<LeaseEnd> ended = lease.whenEnded();
    assertThat(client.revokeNow("orders")).isPresent();
    assertThat(called.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(timeOf(client::close)).isLessThan(BOUND.multipliedBy(2));
    assertThat(ended).isNotDone();
    let.countDown();
    // Somebody may wait for it; a listener of a client that is closed is called no more.
    assertThat(ended.get(20, TimeUnit.SECONDS).state()).isEqualTo(LeaseState.LOST);
    assertThat(second).hasValue(0);
  }

  private static void awaitWhateverComes(CountDownLatch latch) {
    boolean come = false;
    while (!come) {
      try {
        come = latch.await(20, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        // the close wants it to end, and it does not
      }
    }
  }

  @Test
  void theEndIsKnownToWhoAsksForItAfterwards() throws Exception {
    Lease lease = client.acquire("orders");
    client.close();
    assertThat(lease.whenEnded().get(20, TimeUnit.SECONDS).state()).isEqualTo(LeaseState.LOST);
  }

  @Test
  void anOwnCloseTimeoutIsKept() throws Exception {
    LeaseClient quick = builder().closeTimeout(ofMillis(200)).open();
    CountDownLatch let = new CountDownLatch(1);
    quick
        .acquire("orders")
        .onLost(loss -> Latches.await(let, LeaseClock.system(), 60_000_000_000L));
    store.faults().freeze("");
    assertThat(timeOf(quick::close)).isLessThan(ofSeconds(2));
    store.faults().clear();
    let.countDown();
  }

  @Test
  void closingAgainIsHarmlessAndClosingAtOnceHappensOnce() throws Exception {
    AtomicInteger ends = new AtomicInteger();
    Lease lease = client.acquire("orders");
    lease.onLost(loss -> ends.incrementAndGet());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread = new Thread(client::close);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    client.close();
    assertThat(lease.isHeld()).isFalse();
    assertThat(ends).hasValue(1);
    assertThat(events.stream().filter(e -> e.kind() == Kind.CLIENT_CLOSED)).hasSize(1);
  }

  @Test
  void nothingIsCalledAfterwards() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    long before = Patience.threads("");
    LeaseClient observed =
        LeaseClient.builder()
            .backend(store.connect(CALL_TIMEOUT))
            .observer(event -> calls.incrementAndGet())
            .open();
    Lease lease = observed.acquire("orders");
    lease.onLost(loss -> calls.incrementAndGet());
    observed.close();
    int seen = calls.get();
    assertThat(lease.isHeld()).isFalse();
    lease.onLost(loss -> calls.addAndGet(1_000));
    lease.close();
    Patience.until("its threads have ended", () -> Patience.threads("") <= before);
    assertThat(calls).hasValue(seen);
  }

  @Test
  void aDefaultTtlThatCannotWorkIsRefusedAtTheStart() {
    assertThatThrownBy(() -> builder().defaultTtl(Duration.ofMillis(200)).open())
        .isInstanceOfSatisfying(
            LeaseConfigurationException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_OPTION))
        .hasMessageContainingAll("defaultTtl", "200 ms", "at least");
  }

  /** It may only look, or give each request a ttl: refusing it would harm those. */
  @Test
  void aClientWhoseStandardTtlHasNoRoomServesRequestsThatNameTheirs() throws Exception {
    try (LeaseClient slow =
        LeaseClient.builder().uri("memory:slow").callTimeout(Duration.ofSeconds(20)).open()) {
      assertThat(slow.holder("orders")).isEmpty();
      slow.acquire(LeaseRequest.of("orders").ttl(Duration.ofMinutes(2))).close();
      assertThatThrownBy(() -> slow.acquire("orders"))
          .isInstanceOfSatisfying(
              LeaseRequestException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.TTL_WITHOUT_SLACK))
          .hasMessageContainingAll("ttl 30 s", "at least", "callTimeout below");
    }
  }

  @Test
  void theThreadsEnd() throws Exception {
    long before = Patience.threads("");
    LeaseClient other = builder().open();
    try (Lease lease = other.acquire("other")) {
      lease.onLost(loss -> {});
    }
    assertThat(Patience.threads("")).isGreaterThan(before);
    other.close();
    Patience.until("its threads have ended", () -> Patience.threads("") <= before);
  }

  @Test
  void closingFromWhatFollowsOnAnAcquireDoesNotWaitForItself() throws Exception {
    CompletableFuture<Boolean> interrupted =
        client
            .acquireAsync(LeaseRequest.of("orders"))
            .thenApply(
                lease -> {
                  client.close();
                  return Thread.currentThread().isInterrupted();
                });
    assertThat(interrupted.get(BOUND.multipliedBy(2).toMillis(), TimeUnit.MILLISECONDS)).isFalse();
    client.close(); // waits for the end
    assertThat(isVacant("orders")).isTrue();
    assertThat(events.get(events.size() - 1).kind()).isEqualTo(Kind.CLIENT_CLOSED);
  }

  @Test
  void closingFromAListenerDoesNotDeadlockAndTheOthersAreTold() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    Lease first = client.acquire("first");
    CountDownLatch closed = new CountDownLatch(1);
    first.onLost(
        loss -> {
          client.close();
          told.add("first");
          closed.countDown();
        });
    first.onLost(loss -> told.add("first, second listener"));
    List<Lease> others = new ArrayList<>(); // a handle that is dropped would be released instead
    for (int i = 0; i < 10; i++) {
      others.add(client.acquire("lease-" + i));
      others.get(i).onLost(loss -> told.add(loss.leaseName()));
    }
    rival.revoke(new LeaseName("first"), false);
    assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
    Patience.until("all are told", () -> told.size() == 12);
    assertThat(others).allMatch(lease -> lease.state() == LeaseState.LOST);
    Patience.until(
        "it is closed", () -> events.stream().anyMatch(e -> e.kind() == Kind.CLIENT_CLOSED));
    assertThat(isVacant("lease-3")).isTrue();
  }

  @Test
  void closingFromTheObserverDoesNotDeadlock() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    AtomicReference<LeaseClient> self = new AtomicReference<>();
    LeaseClient observed =
        LeaseClient.builder()
            .backend(store.connect(CALL_TIMEOUT))
            .observer(
                event -> {
                  if (event.kind() == Kind.ACQUIRED) {
                    self.get().close();
                    closed.countDown();
                  }
                })
            .open();
    self.set(observed);
    Lease lease = observed.acquire("orders");
    assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(lease.isHeld()).isFalse();
  }

  @Test
  void aWaiterOnItsThreadAndOneWithoutAreFailed() throws Exception {
    try (LeaseClient other = builder().open()) {
      other.acquire("orders");
      CompletableFuture<Lease> future = client.acquireAsync(LeaseRequest.of("orders"));
      CompletableFuture<Object> blocked = new CompletableFuture<>();
      Thread waiting =
          new Thread(
              () -> {
                try {
                  blocked.complete(client.acquire("orders"));
                } catch (InterruptedException | LeaseException e) {
                  blocked.complete(e);
                }
              });
      waiting.start();
      Patience.until("it waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);
      client.close();
      assertThatThrownBy(() -> future.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .hasMessageStartingWith(ErrorCode.CLIENT_CLOSED.id());
      assertThat(blocked.get(60, TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              LeaseNotAcquiredException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CLIENT_CLOSED));
    }
  }

  @Test
  void acquiresThatRaceWithTheCloseLeaveNoOrphan() throws Exception {
    for (int round = 0; round < 20; round++) {
      LeaseClient racing = builder().open();
      List<CompletableFuture<Lease>> futures = new CopyOnWriteArrayList<>();
      List<Thread> threads = new ArrayList<>();
      CountDownLatch started = new CountDownLatch(4);
      for (int t = 0; t < 4; t++) {
        int who = t;
        Thread thread =
            new Thread(
                () -> {
                  started.countDown();
                  try {
                    for (int i = 0; ; i++) {
                      futures.add(racing.acquireAsync(LeaseRequest.of("async-" + who + "-" + i)));
                      racing.acquire("sync-" + who + "-" + i);
                    }
                  } catch (LeaseNotAcquiredException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.CLIENT_CLOSED);
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                });
        threads.add(thread);
        thread.start();
      }
      started.await();
      racing.close();
      for (Thread thread : threads) {
        thread.join();
      }
      for (CompletableFuture<Lease> future : futures) {
        Patience.until("no future hangs", future::isDone);
        if (!future.isCompletedExceptionally()) {
          assertThat(future.join().isHeld()).isFalse();
        }
      }
      assertThat(store.records()).as("records left in round " + round).isZero();
    }
  }

  @Test
  void aReleaseUnderWayIsNotCutOff() throws Exception {
    Lease lease = client.acquire("orders");
    CountDownLatch sent = new CountDownLatch(1);
    store.faults().before(Op.RELEASE, sent::countDown);
    store.faults().next(Op.RELEASE).delayReply(ofMillis(150));
    AtomicReference<Object> result = new AtomicReference<>();
    Thread releasing = new Thread(() -> result.set(lease.release()));
    releasing.start();
    assertThat(sent.await(60, TimeUnit.SECONDS)).isTrue();
    client.close();
    releasing.join();
    assertThat(result).hasValue(io.leasehold.ReleaseResult.RELEASED);
  }
}
