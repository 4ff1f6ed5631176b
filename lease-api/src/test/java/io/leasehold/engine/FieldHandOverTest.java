package io.leasehold.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.Lease;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseException;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.LeaseRequest;
import io.leasehold.ReleaseResult;
import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Field cases, how a name goes from one holder to the next: L05, L09, L10, L12, L15, L21, L26, L27,
 * L32, L33, L35, L84.
 */
class FieldHandOverTest {

  private static final Cause DOWN = Line.DOWN;

  private final Bench bench = new Bench();

  @AfterEach
  void clearTheFlag() {
    Thread.interrupted();
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 45, 300})
  void aHolderThatWasCutOffIsToldBeforeTheNextIsGrantedAndStaysLost(int seconds) {
    Lease lease = bench.acquire("orders");
    bench.line.renewalsAre(new io.leasehold.spi.RenewOutcome.Unknown(DOWN));
    bench.line.releases = (grant, store) -> new ReleaseOutcome.Unknown(DOWN);
    bench.runFor(ofSeconds(seconds));
    assertThat(bench.times(Kind.SIGNALLED).size()).isLessThanOrEqualTo(1);
    assertThat(bench.times(Kind.LOST)).singleElement().satisfies(at -> assertBeforeTtl(at));
    bench.rival().acquire("orders");
    bench.line.heal();
    bench.runFor(ofSeconds(100));
    assertThat(lease.isHeld()).isFalse();
  }

  private static void assertBeforeTtl(Duration at) {
    assertThat(at).isLessThan(Bench.TTL);
  }

  @Test
  void aLateReleaseFreesNobodyElse() {
    Lease lease = bench.acquire(LeaseRequest.of("orders").renewedByHand());
    bench.standStill(ofMillis(31_500));
    bench.rival().acquire("orders");
    assertThat(lease.release()).isEqualTo(ReleaseResult.NOT_OWNER);
    bench.settle();
    assertThat(bench.client.tryAcquire("orders")).isEmpty();
  }

  @Test
  void aReleaseRepeatedLateSparesTheNextAcquisitionOfTheSameClient() {
    var copy = bench.faults.next(Op.RELEASE).duplicate();
    bench.acquire("orders").release();
    Lease next = bench.acquire("orders");
    copy.letGo();
    bench.runFor(ofSeconds(100));
    assertThat(next.confirmHeld()).isTrue();
  }

  @Test
  void theNextAcquisitionAfterALossIsRenewed() {
    bench.acquire("orders");
    bench.faults.delete("orders");
    bench.runFor(ofSeconds(15));
    Lease next = bench.acquire("orders");
    bench.runFor(ofSeconds(90));
    assertThat(next.confirmHeld()).isTrue();
  }

  @Test
  void eachAcquisitionHasTheTtlThatItAskedFor() {
    LeaseRequest hour = LeaseRequest.of("orders").ttl(Duration.ofHours(1));
    bench.acquire(hour).release();
    assertThat(bench.acquire("orders").remaining()).isBetween(ofSeconds(29), ofSeconds(30));
    bench.runFor(ofSeconds(5));
    Lease again = bench.acquire(LeaseRequest.of("other").ttl(Duration.ofHours(1)));
    assertThat(again.remaining()).isBetween(ofSeconds(3_500), ofSeconds(3_600));
  }

  @Test
  void aGrantThatNobodyReceivedIsFreedLongBeforeItsTtl() {
    bench.faults.next(Op.ACQUIRE).loseReply();
    bench.faults.next(Op.ABANDON).times(3).loseRequest();
    assertThatThrownBy(() -> bench.client.tryAcquire("orders"))
        .isInstanceOf(LeaseNotAcquiredException.class);
    bench.runFor(ofSeconds(10));
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 6})
  void aReleaseThatFailsForAWhileBlocksNoCallerOfTheSameClient(int times) {
    Lease lease = bench.acquire("orders");
    bench.faults.next(Op.RELEASE).times(times).refuse(DOWN);
    lease.release();
    Lease next = bench.acquire(LeaseRequest.of("orders").wait(ofSeconds(20)));
    assertThat(next.isHeld()).isTrue();
    assertThat(bench.engine.lines.size()).isZero();
  }

  @Test
  void anInterruptedReleaseLetsNobodyInBeforeTheStoreHasAnswered() {
    Lease lease = bench.acquire("orders");
    CompletableFuture<Lease> next = bench.client.acquireAsync(LeaseRequest.of("orders"));
    bench.settle();
    bench.line.releases =
        (grant, store) -> {
          bench.runFor(ofMillis(300));
          assertThat(next).isNotDone();
          return store.apply(grant);
        };
    Thread.currentThread().interrupt();
    assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
    assertThat(Thread.interrupted()).isTrue();
    bench.runFor(ofSeconds(1));
    assertThat(next).isCompleted();
  }

  @Test
  void aReleaseBetweenTheBusyAnswerAndTheWatchIsFoundByThePoll() {
    Grant rival = bench.rival().acquire("orders");
    bench.faults.after(Op.ACQUIRE, () -> bench.line.memory.releaseIfOwner(rival));
    assertThat(bench.acquire(LeaseRequest.of("orders").wait(ofSeconds(5))).isHeld()).isTrue();
    assertThat(bench.now()).isLessThanOrEqualTo(ofSeconds(1));
  }

  @Test
  void whoIsWokenAndLosesTheRaceWaitsOn() {
    Grant first = bench.rival().acquire("orders");
    bench.plan(
        ofMillis(100),
        () -> {
          bench.faults.before(Op.ACQUIRE, () -> bench.rival().acquire("orders"));
          bench.line.memory.releaseIfOwner(first);
        });
    assertThatThrownBy(() -> bench.acquire(LeaseRequest.of("orders").wait(ofSeconds(5))))
        .isInstanceOf(LeaseException.class);
    assertThat(bench.now()).isBetween(ofSeconds(5), ofMillis(5_100));
  }
}
