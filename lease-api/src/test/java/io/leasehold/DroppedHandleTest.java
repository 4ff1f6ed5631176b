package io.leasehold;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.LeaseEvent.Kind;
import io.leasehold.engine.Patience;
import io.leasehold.memory.MemoryBackend;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handles that are collected without having been released; with the real collector. */
class DroppedHandleTest {

  private final MemoryStore store = new MemoryStore(LeaseClock.system());
  private final MemoryBackend rival = store.connect(Duration.ofMillis(500));
  private final List<LeaseEvent> events = new CopyOnWriteArrayList<>();
  private final LeaseClient client =
      LeaseClient.builder()
          .backend(store.connect(Duration.ofMillis(500)))
          .observer(events::add)
          .open();
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final PrintStream err = System.err;

  DroppedHandleTest() {
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void close() {
    System.setErr(err);
    client.close();
  }

  private boolean isVacant() {
    return rival.holder(new LeaseName("orders")).isEmpty();
  }

  private void collectUntilVacant() {
    Patience.until(
        "the dropped lease is released",
        () -> {
          System.gc();
          return isVacant();
        });
    awaitLog("was dropped without being released");
  }

  /** A message and its stack trace are not written in one step. */
  private void awaitLog(String part) {
    Patience.until("the log says " + part, () -> log().contains(part));
  }

  private String log() {
    return log.toString(StandardCharsets.UTF_8);
  }

  /** In a method of its own: no local variable keeps the handle. */
  private void acquireAndForget(Consumer<Lease> before) throws InterruptedException {
    before.accept(client.acquire("orders"));
  }

  @Test
  void aDroppedLeaseIsReleasedAndTheLogShowsWhereItWasAcquired() throws Exception {
    acquireAndForget(lease -> {});
    assertThat(isVacant()).isFalse();
    collectUntilVacant();
    assertThat(log()).contains("\"orders\"");
    awaitLog("acquireAndForget");
    assertThat(events)
        .filteredOn(event -> event.kind() == Kind.HANDLE_ABANDONED)
        .singleElement()
        .satisfies(
            event -> assertThat(event.detail()).contains("DroppedHandleTest.acquireAndForget"));
  }

  @Test
  void aListenerThatDoesNotReferToTheHandleDoesNotKeepIt() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    acquireAndForget(
        lease -> {
          lease.onLost(loss -> told.add("lost"));
          lease.onOverdue(() -> told.add("overdue"));
          var unused = lease.whenEnded().thenAccept(end -> told.add("ended " + end.state()));
        });
    collectUntilVacant();
    Patience.until("its end is told", () -> told.contains("ended RELEASED"));
    assertThat(told).containsExactly("ended RELEASED");
  }

  @Test
  void aLeaseOfAFutureThatNobodyKeepsIsReleased() {
    acquireLaterAndForget();
    Patience.until(
        "it is granted", () -> events.stream().anyMatch(event -> event.kind() == Kind.ACQUIRED));
    collectUntilVacant();
    awaitLog("acquireLaterAndForget");
  }

  private void acquireLaterAndForget() {
    var unused = client.acquireAsync(LeaseRequest.of("orders"));
  }

  @Test
  void aLeaseWhoseWorkWasDroppedIsReleasedThoughItsResultIsKept() {
    CompletableFuture<String> result = workLaterAndForget();
    Patience.until(
        "it is granted", () -> events.stream().anyMatch(event -> event.kind() == Kind.ACQUIRED));
    collectUntilVacant();
    awaitLog("workLaterAndForget");
    assertThat(result).as("nobody can say how the work ended").isNotDone();
  }

  private CompletableFuture<String> workLaterAndForget() {
    return client.withLeaseAsync(
        LeaseRequest.of("orders"), Runnable::run, lease -> new CompletableFuture<String>());
  }

  /** A stack that overflows, or a heap that is full, may show at any step: here, at any look. */
  @Test
  void anErrorAtAnyStepOfAcquiringOrReleasingLeavesNoLeaseThatIsRenewedForNobody() {
    FailingClock clock = new FailingClock();
    List<String> names = new ArrayList<>();
    int failed = 0;
    try (LeaseClient failing =
        LeaseClient.builder()
            .backend(store.connect(Duration.ofMillis(100)))
            .defaultTtl(Duration.ofSeconds(1))
            .clock(clock)
            .open()) {
      for (int step = 1; step <= 40; step++) {
        names.add("lease-" + step);
        failed +=
            clock.failsAt(step, () -> failing.acquire("lease-" + clock.step).release()) ? 1 : 0;
      }
      assertThat(failed).isBetween(6, 39);
      Patience.until(
          "nothing is renewed for nobody",
          () -> {
            System.gc();
            return names.stream().allMatch(name -> rival.holder(new LeaseName(name)).isEmpty());
          });
    }
  }

  /** Throws an Error at one of the looks of one thread. */
  private static final class FailingClock implements LeaseClock {
    private final LeaseClock real = LeaseClock.system();
    private volatile @Nullable Thread victim;
    private int step;
    private int left;

    @Override
    public long nanos() {
      if (Thread.currentThread() == victim && --left == 0) {
        throw new StackOverflowError("planted");
      }
      return real.nanos();
    }

    interface Work {
      void run() throws InterruptedException;
    }

    /** Whether the work had that many looks. */
    boolean failsAt(int look, Work work) {
      step = look;
      left = look;
      victim = Thread.currentThread();
      try {
        work.run();
        return false;
      } catch (StackOverflowError e) {
        return true;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      } finally {
        victim = null;
      }
    }
  }

  @Test
  @SuppressWarnings("LockNotBeforeTry") // nobody unlocks: that is the case
  void aLockOfAThreadThatHasEndedIsReleased() throws Exception {
    Thread thread = new Thread(() -> client.lock("orders").lock());
    thread.start();
    thread.join();
    assertThat(isVacant()).isFalse();
    collectUntilVacant();
  }

  @Test
  void aReleasedLeaseIsNotToldAsDropped() throws Exception {
    for (int i = 0; i < 200; i++) {
      acquireAndForget(Lease::close);
    }
    acquireAndForget(lease -> {}); // the collector's work is done when this one is noticed
    collectUntilVacant();
    assertThat(events.stream().filter(event -> event.kind() == Kind.HANDLE_ABANDONED)).hasSize(1);
  }

  @Test
  void aHandleInUseIsKept() throws Exception {
    Lease lease = client.acquire("orders");
    for (int i = 0; i < 20; i++) {
      System.gc();
    }
    acquireOther();
    Patience.until(
        "another one is collected",
        () -> {
          System.gc();
          return rival.holder(new LeaseName("other")).isEmpty();
        });
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
  }

  private void acquireOther() throws InterruptedException {
    client.acquire("other");
  }
}
