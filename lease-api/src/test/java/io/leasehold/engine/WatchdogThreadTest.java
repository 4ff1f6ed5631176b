package io.leasehold.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseRequest;
import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.LeaseClock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The watchdog on its real thread, which an Error does not end. */
class WatchdogThreadTest {

  private static final LeaseRequest SHORT = LeaseRequest.of("orders").ttl(ofMillis(1_500));

  private final MemoryStore store = new MemoryStore(LeaseClock.system());
  private final List<LeaseEvent> events = new CopyOnWriteArrayList<>();
  private final FailingClock clock = new FailingClock();
  private final LeaseClient client =
      LeaseClient.builder()
          .backend(store.connect(ofMillis(100)))
          .clock(clock)
          .observer(events::add)
          .open();

  @AfterEach
  void close() {
    client.close();
  }

  /**
   * Fails so many times on the watchdog's thread, with Errors that none of its handlers expects.
   */
  private static final class FailingClock implements LeaseClock {
    private final AtomicInteger failures = new AtomicInteger();

    /** The thread of this client's watchdog, by its own last look at the clock. */
    private volatile Thread watchdog;

    @Override
    public long nanos() {
      boolean onWatchdog = Thread.currentThread().getName().endsWith("-watchdog");
      if (onWatchdog) {
        watchdog = Thread.currentThread();
      }
      if (onWatchdog && failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new StackOverflowError("planted");
      }
      return LeaseClock.system().nanos();
    }
  }

  private boolean saw(Kind kind) {
    return events.stream().anyMatch(event -> event.kind() == kind);
  }

  @Test
  void aClockThatThrowsOnceIsHealedAndTold() throws Exception {
    Lease lease = client.acquire(SHORT);
    clock.failures.set(1);
    Patience.until("it is healed", () -> saw(Kind.ENGINE_HEALED));
    assertRenewedTwiceMore(lease);
  }

  @Test
  void aThreadThatDiesOfItsOwnErrorHandlingIsReplaced() throws Exception {
    Lease lease = client.acquire(SHORT);
    Patience.until("it has looked at the clock", () -> clock.watchdog != null);
    Thread before = clock.watchdog;
    clock.failures.set(Integer.MAX_VALUE); // the round, and whatever handles its failure
    Patience.until("another thread took over", () -> !before.isAlive());
    clock.failures.set(0);
    Patience.until("it looks at the clock", () -> clock.watchdog != before);
    assertRenewedTwiceMore(lease);
  }

  private void assertRenewedTwiceMore(Lease lease) {
    long before = renewals();
    Patience.until("it is renewed again", () -> renewals() >= before + 2 || !lease.isHeld());
    assertThat(lease.isHeld()).isTrue();
  }

  private long renewals() {
    return events.stream().filter(event -> event.outcome().equals("RENEWED")).count();
  }

  @Test
  void aWatchdogThatFailsForGoodEndsTheLeaseAsEngineFailureForItsReaders() throws Exception {
    Lease lease = client.acquire(SHORT);
    clock.failures.set(Integer.MAX_VALUE);
    Patience.until("validity is over", () -> !lease.isHeld());
    CompletableFuture<Loss> told = new CompletableFuture<>();
    lease.onLost(told::complete);
    assertThat(told.get(60, TimeUnit.SECONDS).reason())
        .isIn(LossReason.ENGINE_FAILURE, LossReason.LOCAL_PAUSE);
    clock.failures.set(0);
  }

  /** That it is told before is shown on the fake clock; a busy machine may delay any thread. */
  @Test
  void whoIsGrantedTheNameNextFindsTheFormerHolderWithoutItAndToldSoon() throws Exception {
    LeaseClient rival = LeaseClient.open(store.connect(ofMillis(100)));
    Lease lease = client.acquire(LeaseRequest.of("orders").ttl(ofSeconds(2)));
    CompletableFuture<Loss> told = new CompletableFuture<>();
    lease.onLost(told::complete);
    store.faults().next(Op.RENEW, Op.RELEASE).always().loseRequest();
    LeaseRequest next = LeaseRequest.of("orders").ttl(ofSeconds(2)).wait(Patience.LONG);
    try (Lease granted = rival.acquire(next)) {
      assertThat(granted.isHeld()).isTrue();
      assertThat(lease.isHeld()).isFalse();
      assertThat(told.get(2, TimeUnit.SECONDS).reason())
          .isIn(LossReason.UNREACHABLE, LossReason.LOCAL_PAUSE);
    }
    store.faults().clear();
    rival.close();
  }
}
