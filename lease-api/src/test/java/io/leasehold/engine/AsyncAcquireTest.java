package io.leasehold.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseException;
import io.leasehold.LeaseRequest;
import io.leasehold.memory.InjectedFault;
import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.spi.AcquireOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Acquiring without a thread, and cancelling it at every step. */
class AsyncAcquireTest {

  private static final LeaseRequest ORDERS = LeaseRequest.of("orders").wait(ofSeconds(60));

  private final Bench bench = new Bench();

  private CompletableFuture<Lease> start() {
    return bench.client.acquireAsync(ORDERS);
  }

  private void assertCancelledWithoutARest(CompletableFuture<Lease> future) {
    assertThat(future).isCancelled();
    bench.runFor(ofSeconds(30));
    assertThat(bench.isVacant("orders")).isTrue();
    assertThat(bench.engine.registry.size()).isZero();
    assertThat(bench.engine.lines.size()).isZero();
    assertThat(bench.engine.cleanup.pending()).isZero();
    assertThat(bench.events(Kind.RENEWAL_SENT)).isEmpty();
  }

  @Test
  void theFutureCompletesWithAHeldLease() {
    CompletableFuture<Lease> future = start();
    assertThat(future).isNotDone();
    bench.settle();
    assertThat(future).isCompleted();
    assertThat(future.join().isHeld()).isTrue();
    bench.runFor(ofSeconds(60));
    assertThat(future.join().isHeld()).isTrue();
  }

  @Test
  void whoIsToldStandsInNoLineAnyMore() {
    List<Boolean> again = new ArrayList<>();
    var told =
        start()
            .thenAccept(
                lease -> {
                  lease.close();
                  again.add(bench.client.tryAcquire("orders").isPresent());
                });
    bench.settle();
    assertThat(told).isCompleted();
    assertThat(again).containsExactly(true);
  }

  @Test
  void whoIsToldOfAFailureStandsInNoLineAnyMore() {
    bench.line.acquires = (attempt, store) -> new AcquireOutcome.Unknown(Line.DOWN);
    List<Boolean> again = new ArrayList<>();
    var told =
        bench
            .client
            .acquireAsync(ORDERS.wait(Duration.ZERO))
            .exceptionally(
                error -> {
                  bench.line.acquires = (attempt, store) -> store.apply(attempt);
                  again.add(bench.client.tryAcquire("orders").isPresent());
                  return null;
                });
    bench.settle();
    assertThat(told).isCompleted();
    assertThat(again).containsExactly(true);
  }

  @Test
  void usersStagesRunOnSignalThreadsOnly() {
    bench.completions.hold();
    CompletableFuture<Lease> future = start();
    bench.settle();
    assertThat(future).isNotDone();
    bench.completions.letGo();
    bench.settle();
    assertThat(future).isCompleted();
  }

  @Test
  void aWaitThatEndsFailsTheFutureWithTheReason() {
    bench.rival().acquire("orders");
    CompletableFuture<Lease> future =
        bench.client.acquireAsync(LeaseRequest.of("orders").wait(ofSeconds(5)));
    bench.runUntil(ofMillis(4_999));
    assertThat(future).isNotDone();
    bench.runUntil(ofSeconds(5));
    assertThat(future).isCompletedExceptionally();
    assertThat(codeOf(future)).isEqualTo(ErrorCode.CONTENDED);
  }

  @Test
  void behindOthersItTimesOutWithoutAskingTheStore() {
    bench.rival().acquire("orders");
    CompletableFuture<Lease> first = start();
    CompletableFuture<Lease> second =
        bench.client.acquireAsync(LeaseRequest.of("orders").wait(ofSeconds(5)));
    bench.runUntil(ofSeconds(6));
    assertThat(codeOf(second)).isEqualTo(ErrorCode.TIMED_OUT);
    assertThat(first).isNotDone();
    first.cancel(false);
  }

  @Test
  void withNoTimeToWaitItAsksOnce() {
    bench.attempts.hold();
    CompletableFuture<Lease> future = bench.client.acquireAsync(ORDERS.wait(Duration.ZERO));
    bench.settle(); // the watchdog comes first: the time is up already
    bench.attempts.letGo();
    bench.settle();
    assertThat(future).isCompleted();
    assertThat(bench.line.asked).hasSize(1);
  }

  @Test
  void withNoTimeToWaitABusyNameFailsAtOnce() {
    bench.rival().acquire("orders");
    CompletableFuture<Lease> future = bench.client.acquireAsync(ORDERS.wait(Duration.ZERO));
    bench.settle();
    assertThat(codeOf(future)).isEqualTo(ErrorCode.CONTENDED);
    assertThat(bench.timers()).isZero();
  }

  @Test
  void aWaitThatIsOverBeforeAThreadIsFreeStillAsksOnce() {
    bench.attempts.hold();
    CompletableFuture<Lease> future = bench.client.acquireAsync(ORDERS.wait(ofMillis(5)));
    bench.runUntil(ofMillis(900));
    assertThat(future).isNotDone();
    bench.attempts.letGo();
    bench.settle();
    assertThat(future.join().isHeld()).isTrue();
  }

  @Test
  void threadsThatHangEndItOneCallTimeoutAfterItsTime() {
    bench.attempts.hold();
    CompletableFuture<Lease> future = bench.client.acquireAsync(ORDERS.wait(ofSeconds(5)));
    bench.runUntil(ofMillis(5_999));
    assertThat(future).isNotDone();
    bench.runUntil(ofSeconds(6));
    assertThat(codeOf(future)).isEqualTo(ErrorCode.TIMED_OUT);
    assertThatThrownBy(future::join).hasMessageContaining("every thread that asks the store");
    bench.attempts.letGo();
    assertThat(bench.line.asked).isEmpty();
    assertThat(bench.isVacant("orders")).isTrue();
  }

  private static ErrorCode codeOf(CompletableFuture<Lease> future) {
    try {
      future.join();
      throw new AssertionError("it completed");
    } catch (CompletionException e) {
      return ((LeaseException) e.getCause()).code();
    }
  }

  @Test
  void cancelledBeforeAnythingRanItAsksNobody() {
    CompletableFuture<Lease> future = start();
    future.cancel(false);
    assertCancelledWithoutARest(future);
    assertThat(bench.line.asked).isEmpty();
    assertThat(bench.events(Kind.ACQUIRE_FAILED))
        .singleElement()
        .extracting(LeaseEvent::outcome)
        .isEqualTo("INTERRUPTED");
  }

  @Test
  void cancelledOnTheWayToTheStoreItIsGivenBack() {
    List<CompletableFuture<Lease>> future = new ArrayList<>();
    bench.faults.before(Op.ACQUIRE, () -> future.get(0).cancel(false));
    future.add(start());
    bench.settle();
    assertCancelledWithoutARest(future.get(0));
  }

  @Test
  void cancelledBetweenExecutionAndReplyItIsGivenBack() {
    List<CompletableFuture<Lease>> future = new ArrayList<>();
    bench.faults.after(Op.ACQUIRE, () -> future.get(0).cancel(false));
    future.add(start());
    bench.settle();
    assertCancelledWithoutARest(future.get(0));
  }

  @Test
  void cancelledBetweenGrantAndDeliveryItIsGivenBack() {
    bench.completions.hold();
    CompletableFuture<Lease> future = start();
    bench.settle();
    assertThat(bench.isVacant("orders")).isFalse();
    future.cancel(false);
    bench.completions.letGo();
    bench.settle();
    assertCancelledWithoutARest(future);
  }

  @Test
  void cancelledWithAnUnknownAttemptItIsAbandoned() {
    InjectedFault zombie = bench.faults.next(Op.ACQUIRE).holdRequest();
    CompletableFuture<Lease> future = start();
    bench.settle();
    future.cancel(false);
    bench.settle();
    zombie.letGo();
    assertCancelledWithoutARest(future);
  }

  @Test
  void cancelledWhileWaitingTheNextMovesUp() {
    Lease held = bench.acquire("orders");
    CompletableFuture<Lease> first = start();
    CompletableFuture<Lease> second = start();
    bench.runFor(ofSeconds(3));
    first.cancel(false);
    held.close();
    bench.settle();
    assertThat(second).isCompleted();
    second.join().close();
    assertCancelledWithoutARest(first);
  }

  @Test
  void cancelledAfterDeliveryNothingHappens() {
    CompletableFuture<Lease> future = start();
    bench.settle();
    assertThat(future.cancel(false)).isFalse();
    assertThat(future.join().isHeld()).isTrue();
  }

  @Test
  void cancelledDuringTheFirstBusyAnswerItLeavesNoWatchAtTheStore() {
    bench.rival().acquire("orders");
    List<CompletableFuture<Lease>> future = new ArrayList<>();
    bench.faults.after(Op.ACQUIRE, () -> future.get(0).cancel(false));
    future.add(start());
    bench.settle();
    assertThat(bench.line.watches).isZero();
  }

  @Test
  void noWatchAndNoTimerOutlivesAnAcquire() {
    bench.rival().acquire("orders");
    CompletableFuture<Lease> future = bench.client.acquireAsync(ORDERS.wait(ofSeconds(86_400)));
    bench.runFor(ofSeconds(3));
    assertThat(bench.line.watches).isEqualTo(1);
    future.cancel(false);
    bench.runFor(ofSeconds(3));
    assertThat(bench.line.watches).isZero();
    assertThat(bench.timers()).isZero();
  }

  @Test
  void aClosedClientFailsTheFuture() {
    bench.rival().acquire("orders");
    CompletableFuture<Lease> future = start();
    CompletableFuture<Lease> second = start();
    bench.runFor(ofSeconds(1));
    bench.client.close();
    assertThat(codeOf(future)).isEqualTo(ErrorCode.CLIENT_CLOSED);
    assertThat(codeOf(second)).isEqualTo(ErrorCode.CLIENT_CLOSED);
  }

  @Test
  void aFutureOfAClientThatClosesMeanwhileDoesNotHang() {
    List<CompletableFuture<Lease>> future = new ArrayList<>();
    bench.faults.after(Op.ACQUIRE, bench.client::close);
    future.add(start());
    bench.settle();
    assertThat(codeOf(future.get(0))).isEqualTo(ErrorCode.CLIENT_CLOSED);
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void aCancelledFutureSaysSo() {
    CompletableFuture<Lease> future = start();
    future.cancel(true);
    assertThat(future.isCompletedExceptionally()).isTrue();
    assertThatThrownBy(future::join).isInstanceOf(CancellationException.class);
    assertCancelledWithoutARest(future);
  }
}
