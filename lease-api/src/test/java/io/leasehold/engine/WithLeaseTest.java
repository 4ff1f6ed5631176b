package io.leasehold.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseException;
import io.leasehold.LeaseInterruptedException;
import io.leasehold.LeaseLostException;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseRequestException;
import io.leasehold.LeaseState;
import io.leasehold.LossReason;
import io.leasehold.engine.deferred.Deferred;
import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.RenewOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Work under a lease. */
class WithLeaseTest {

  private static final LeaseRequest ORDERS = LeaseRequest.of("orders");

  private final Bench bench = new Bench();

  @AfterEach
  void clearTheFlag() {
    Thread.interrupted();
  }

  @Test
  void theWorkRunsUnderTheLeaseWhichIsReleasedAfterwards() throws Exception {
    AtomicReference<Lease> used = new AtomicReference<>();
    String result =
        bench.client.callWithLease(
            ORDERS,
            lease -> {
              used.set(lease);
              bench.runFor(ofSeconds(100));
              lease.ensureHeld();
              return "done";
            });
    assertThat(result).isEqualTo("done");
    bench.assertEndedOnce(used.get(), LeaseState.RELEASED);
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void theWorkCanReturnNull() throws Exception {
    String result = bench.client.callWithLease(ORDERS, lease -> null);
    assertThat(result).isNull();
  }

  @Test
  void theWorksExceptionIsThrownAndTheLeaseReleased() {
    IOException mine = new IOException("mine");
    Throwable thrown =
        catchThrowable(
            () ->
                bench.client.withLease(
                    ORDERS,
                    lease -> {
                      throw mine;
                    }));
    assertThat(thrown).isSameAs(mine).hasNoSuppressedExceptions();
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void aFailedReleaseHidesNeitherResultNorException() throws Exception {
    bench.faults.next(Op.RELEASE).always().loseReply();
    assertThat(bench.client.<String, Exception>callWithLease(ORDERS, lease -> "done"))
        .isEqualTo("done");
    IOException mine = new IOException("mine");
    Throwable thrown =
        catchThrowable(
            () ->
                bench.client.withLease(
                    LeaseRequest.of("other"),
                    lease -> {
                      throw mine;
                    }));
    assertThat(thrown).isSameAs(mine);
  }

  private void loseAtNextRenewal() {
    bench.line.renewalsAre(new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN));
    bench.runFor(ofSeconds(12));
  }

  @Test
  void aLossInterruptsTheWorkAndIsThrown() {
    assertThatThrownBy(
            () ->
                bench.client.withLease(
                    ORDERS,
                    lease -> {
                      assertThat(Thread.currentThread().isInterrupted()).isFalse();
                      loseAtNextRenewal();
                      assertThat(Thread.currentThread().isInterrupted()).isTrue();
                    }))
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            e -> assertThat(e.loss().reason()).isEqualTo(LossReason.NOT_OWNER));
    assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
  }

  @Test
  void aLossIsAttachedToTheWorksOwnException() {
    IOException mine = new IOException("mine");
    Throwable thrown =
        catchThrowable(
            () ->
                bench.client.withLease(
                    ORDERS,
                    lease -> {
                      loseAtNextRenewal();
                      throw mine;
                    }));
    assertThat(thrown).isSameAs(mine);
    assertThat(mine.getSuppressed())
        .singleElement()
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            e -> assertThat(e.loss().reason()).isEqualTo(LossReason.NOT_OWNER));
  }

  @Test
  void theInterruptIsDeliveredOnce() {
    assertThatThrownBy(
            () ->
                bench.client.withLease(
                    ORDERS,
                    lease -> {
                      loseAtNextRenewal();
                      assertThat(Thread.interrupted()).isTrue();
                      bench.runFor(ofSeconds(100));
                      assertThat(Thread.interrupted()).isFalse();
                    }))
        .isInstanceOf(LeaseLostException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void noInterruptIsDeliveredAfterTheWorkIsDone() {
    bench.interrupts.hold(); // the thread that interrupts is slow
    assertThatThrownBy(
            () ->
                bench.client.withLease(
                    ORDERS,
                    lease -> {
                      loseAtNextRenewal();
                      assertThat(lease.isHeld()).isFalse();
                    }))
        .isInstanceOf(LeaseLostException.class);
    bench.interrupts.letGo();
    bench.settle();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void aLossBetweenGrantAndWorkInterruptsTheWorkToo() {
    List<Boolean> interrupted = new ArrayList<>();
    bench.line.acquires =
        (attempt, store) -> {
          var outcome = store.apply(attempt);
          bench.standStill(ofSeconds(29));
          return outcome;
        };
    assertThatThrownBy(
            () ->
                bench.client.withLease(
                    ORDERS,
                    lease -> {
                      bench.standStill(ofSeconds(1));
                      bench.settle();
                      interrupted.add(Thread.currentThread().isInterrupted());
                    }))
        .isInstanceOf(LeaseLostException.class);
    assertThat(interrupted).containsExactly(true);
  }

  @Test
  void aLapseThatNobodyNoticedIsFoundAtTheEnd() {
    assertThatThrownBy(
            () -> bench.client.withLease(ORDERS, lease -> bench.standStill(ofSeconds(40))))
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            e -> assertThat(e.loss().reason()).isEqualTo(LossReason.LOCAL_PAUSE));
  }

  @Test
  void anInterruptedWaitThrowsAndKeepsTheFlag() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () -> bench.client.withLease(ORDERS, lease -> org.assertj.core.api.Assertions.fail()))
        .isInstanceOf(LeaseInterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(bench.client.tryAcquire("orders")).as("and nothing is held").isPresent();
  }

  // ---- nesting

  @Test
  void aNestedCallForTheSameNameIsRefused() throws Exception {
    bench.client.withLease(
        ORDERS,
        outer ->
            assertThatThrownBy(() -> bench.client.withLease(ORDERS, inner -> {}))
                .isInstanceOfSatisfying(
                    LeaseRequestException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.NESTED_LEASE))
                .hasMessageContaining("orders"));
    bench.client.withLease(ORDERS, again -> {});
  }

  @Test
  void aNestedCallForAnotherNameIsFine() throws Exception {
    bench.client.withLease(
        ORDERS, outer -> bench.client.withLease("other", inner -> inner.ensureHeld()));
  }

  @Test
  void withLeaseUnderOnesOwnLockIsRefusedAndTheOtherWayRoundToo() throws Exception {
    var lock = bench.client.lock("orders");
    lock.lock();
    try {
      assertThatThrownBy(() -> bench.client.withLease(ORDERS, lease -> {}))
          .hasMessageStartingWith(ErrorCode.NESTED_LEASE.id());
    } finally {
      lock.unlock();
    }
    bench.client.withLease(
        ORDERS,
        lease ->
            assertThatThrownBy(lock::lock).hasMessageStartingWith(ErrorCode.NESTED_LEASE.id()));
  }

  // ---- results that are not there yet

  @Test
  void anUnfinishedResultIsRefusedAndTheLeaseReleased() {
    assertUnfinished(new CompletableFuture<>());
    assertUnfinished((Flow.Publisher<String>) subscriber -> {});
    assertUnfinished(Stream.of("lazy").map(String::toUpperCase));
    assertUnfinished(IntStream.range(0, 3));
    assertUnfinished(new Deferred.OfRxJava());
    assertUnfinished(new Deferred.OfReactor());
    assertThat(bench.isVacant("orders")).isTrue();
  }

  private void assertUnfinished(Object result) {
    assertThatThrownBy(() -> bench.client.callWithLease(ORDERS, lease -> result))
        .isInstanceOfSatisfying(
            LeaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNFINISHED_RESULT))
        .hasMessageContaining("withLeaseAsync");
  }

  @Test
  void aFinishedFutureIsAResultLikeAnother() throws Exception {
    CompletableFuture<String> finished = CompletableFuture.completedFuture("x");
    CompletableFuture<String> result = bench.client.callWithLease(ORDERS, lease -> finished);
    assertThat(result).isSameAs(finished);
  }

  @Test
  void aFinishedStageThatIsNoMoreThanAStageIsAResultToo() throws Exception {
    CompletionStage<String> finished = CompletableFuture.completedStage("x");
    CompletionStage<String> result = bench.client.callWithLease(ORDERS, lease -> finished);
    assertThat((Object) result).isSameAs(finished);
    assertUnfinished(new CompletableFuture<String>().minimalCompletionStage());
  }

  // ---- later

  @Test
  void withLeaseAsyncHoldsUntilTheStageCompletes() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    CompletableFuture<String> result =
        bench.client.withLeaseAsync(ORDERS, Runnable::run, lease -> stage);
    bench.runFor(ofSeconds(100));
    assertThat(result).isNotDone();
    assertThat(bench.isVacant("orders")).isFalse();
    stage.complete("done");
    assertThat(bench.isVacant("orders")).isTrue();
    assertThat(result).isCompletedWithValue("done");
  }

  @Test
  void withLeaseAsyncPassesTheStagesExceptionOnAndReleases() {
    CompletableFuture<String> result =
        bench.client.withLeaseAsync(
            ORDERS,
            Runnable::run,
            lease -> CompletableFuture.failedFuture(new IOException("mine")));
    bench.settle();
    assertThatThrownBy(result::join)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseInstanceOf(IOException.class);
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void withLeaseAsyncWhoseWorkThrowsOrReturnsNoStageReleases() {
    CompletableFuture<String> throwing =
        bench.client.withLeaseAsync(
            ORDERS,
            Runnable::run,
            lease -> {
              throw new IllegalStateException("mine");
            });
    bench.settle();
    assertThatThrownBy(throwing::join).hasRootCauseMessage("mine");
    CompletableFuture<String> none =
        bench.client.withLeaseAsync(ORDERS, Runnable::run, lease -> null);
    bench.settle();
    assertThat(none).isCompletedExceptionally();
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void withLeaseAsyncOnAnExecutorThatRefusesReleases() {
    CompletableFuture<String> result =
        bench.client.withLeaseAsync(
            ORDERS,
            work -> {
              throw new RejectedExecutionException("full");
            },
            lease -> CompletableFuture.completedFuture("never"));
    bench.settle();
    assertThatThrownBy(result::join).hasRootCauseMessage("full");
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void withLeaseAsyncTellsALossWhateverTheWorkDoes() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    CompletableFuture<String> result =
        bench.client.withLeaseAsync(ORDERS, Runnable::run, lease -> stage);
    bench.settle();
    loseAtNextRenewal();
    assertThatThrownBy(result::join).hasCauseInstanceOf(LeaseLostException.class);
    stage.complete("too late");
    assertThatThrownBy(result::join).hasCauseInstanceOf(LeaseLostException.class);
  }

  @Test
  void withLeaseAsyncTellsALossWhileTheWorkStillWaitsForItsExecutor() {
    List<Runnable> waiting = new ArrayList<>();
    List<String> ran = new ArrayList<>();
    CompletableFuture<String> result =
        bench.client.withLeaseAsync(
            ORDERS,
            waiting::add,
            lease -> {
              ran.add("work");
              return CompletableFuture.completedFuture("x");
            });
    bench.settle();
    loseAtNextRenewal();
    assertThatThrownBy(result::join).hasCauseInstanceOf(LeaseLostException.class);
    waiting.forEach(Runnable::run);
    assertThat(ran).isEmpty();
  }

  @Test
  void withLeaseAsyncCancelledWhileAcquiringStartsNothing() {
    bench.rival().acquire("orders");
    List<String> ran = new ArrayList<>();
    CompletableFuture<String> result =
        bench.client.withLeaseAsync(
            ORDERS,
            Runnable::run,
            lease -> {
              ran.add("work");
              return CompletableFuture.completedFuture("x");
            });
    bench.runFor(ofSeconds(2));
    result.cancel(false);
    bench.runFor(ofSeconds(60));
    assertThat(ran).isEmpty();
    assertThat(bench.isVacant("orders")).isTrue();
    assertThat(bench.engine.lines.size()).isZero();
  }

  @Test
  void withLeaseAsyncFailsWithTheReasonWhenNothingIsAcquired() {
    bench.rival().acquire("orders");
    CompletableFuture<String> result =
        bench.client.withLeaseAsync(
            ORDERS.wait(ofSeconds(2)),
            Runnable::run,
            lease -> CompletableFuture.completedFuture("x"));
    bench.runFor(ofSeconds(3));
    assertThatThrownBy(result::join).hasRootCauseMessage(messageOf(result));
    assertThat(messageOf(result)).startsWith(ErrorCode.CONTENDED.id());
  }

  private static String messageOf(CompletableFuture<?> future) {
    return catchThrowable(future::join).getCause().getMessage();
  }
}
