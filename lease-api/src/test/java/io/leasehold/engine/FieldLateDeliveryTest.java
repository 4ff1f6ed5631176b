package io.leasehold.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/**
 * Field cases, pause longer than the ttl, API ergonomics and deadlines: L48, L77, L61. Between a
 * grant and the code that works under it there may be any delay.
 */
class FieldLateDeliveryTest {

  private static final LeaseRequest ORDERS = LeaseRequest.of("orders").wait(ofSeconds(5));

  private final Bench bench = new Bench();
  private final List<Runnable> executor = new ArrayList<>();
  private final List<Boolean> heldAtStart = new ArrayList<>();

  private CompletionStage<String> work(Lease lease) {
    heldAtStart.add(lease.isHeld());
    return CompletableFuture.completedFuture("done");
  }

  @Test
  void aLeaseThatIsLostBeforeItsFutureIsToldFailsTheFuture() {
    bench.completions.hold();
    CompletableFuture<Lease> future = bench.client.acquireAsync(ORDERS);
    bench.runFor(ofSeconds(1));
    bench.faults.delete("orders");
    bench.runFor(ofSeconds(20));
    bench.completions.letGo();
    bench.settle();
    assertThat(future).isCompletedExceptionally();
  }

  @Test
  void aLeaseThatIsLostInTheExecutorsQueueStartsNoWork() {
    CompletableFuture<String> result =
        bench.client.withLeaseAsync(ORDERS, executor::add, this::work);
    bench.runFor(ofSeconds(1));
    bench.faults.delete("orders");
    bench.runFor(ofSeconds(20));
    bench.rival().acquire("orders");
    executor.get(0).run();
    bench.settle();
    assertThat(result).isCompletedExceptionally();
    assertThat(heldAtStart).isEmpty();
  }

  @Test
  void cancelledInTheExecutorsQueueItStartsNoWork() {
    CompletableFuture<String> result =
        bench.client.withLeaseAsync(ORDERS, executor::add, this::work);
    bench.runFor(ofSeconds(1));
    result.cancel(false);
    executor.get(0).run();
    bench.settle();
    assertThat(bench.isVacant("orders")).isTrue();
    assertThat(heldAtStart).isEmpty();
  }

  @Test
  void theDeadlineOfAFutureIsKeptWhileEveryAttemptThreadHangs() {
    bench.rival().acquire("orders");
    CompletableFuture<Lease> future = bench.client.acquireAsync(ORDERS);
    bench.runFor(ofSeconds(1));
    bench.attempts.hold();
    bench.runFor(ofSeconds(10));
    assertThat(future).isCompletedExceptionally();
  }

  @Test
  void aLeaseThatIsStillHeldWhenTheExecutorComesToItIsWorkedUnder() {
    CompletableFuture<String> result =
        bench.client.withLeaseAsync(ORDERS, executor::add, this::work);
    bench.runFor(ofSeconds(100));
    executor.get(0).run();
    bench.settle();
    assertThat(result).isCompletedWithValue("done");
    assertThat(heldAtStart).containsExactly(true);
  }
}
