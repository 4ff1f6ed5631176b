package io.leasehold.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseException;
import io.leasehold.LeaseLostException;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseState;
import io.leasehold.LossReason;
import io.leasehold.engine.time.Latches;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.RenewOutcome;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Leases that only their owner renews. */
class ManualRenewalTest {

  private static final LeaseRequest BY_HAND = LeaseRequest.of("orders").renewedByHand();

  private final Bench bench = new Bench();

  private static void assertCode(Throwable thrown, ErrorCode code) {
    assertThat(thrown).isInstanceOf(LeaseException.class).hasMessageContaining("orders");
    assertThat(((LeaseException) thrown).code()).isEqualTo(code);
  }

  @Test
  void onlyRenewExtends() {
    Lease lease = bench.acquire(BY_HAND);
    bench.runUntil(ofSeconds(25));
    assertThat(bench.events(Kind.RENEWAL_SENT)).isEmpty();
    lease.renew();
    assertThat(lease.remaining()).isEqualTo(ofMillis(29_400));
    bench.runUntil(ofSeconds(54));
    assertThat(lease.isHeld()).isTrue();
    bench.runUntil(ofSeconds(55));
    bench.assertEndedOnce(lease, LeaseState.LOST);
  }

  @Test
  void aLeaseThatTheWatchdogRenewsIsNotRenewedByHand() {
    Lease lease = bench.acquire("orders");
    assertThatThrownBy(lease::renew).satisfies(e -> assertCode(e, ErrorCode.NOT_MANUAL));
    assertThat(bench.line.batches).isEmpty();
  }

  @Test
  void anUnknownAnswerLeavesValidityAndMayBeTriedAgain() {
    Lease lease = bench.acquire(BY_HAND);
    bench.runUntil(ofSeconds(10));
    bench.line.renewalsAre(new RenewOutcome.Unknown(Line.DOWN));
    assertThatThrownBy(lease::renew).satisfies(e -> assertCode(e, ErrorCode.OUTCOME_UNKNOWN));
    assertThat(lease.remaining()).isEqualTo(ofMillis(19_400));
    assertThat(lease.state()).isEqualTo(LeaseState.SUSPECT);
    bench.line.renewalsAre(
        new RenewOutcome.Refused(Cause.of(Cause.Kind.OVERLOADED, "pool exhausted")));
    assertThatThrownBy(lease::renew).satisfies(e -> assertCode(e, ErrorCode.REFUSED));
    bench.line.heal();
    lease.renew();
    assertThat(lease.state()).isEqualTo(LeaseState.HELD);
    assertThat(lease.remaining()).isEqualTo(ofMillis(29_400));
  }

  @Test
  void aRenewalAnsweredNotOwnerIsThrownAsTheLoss() {
    Lease lease = bench.acquire(BY_HAND);
    bench.line.renewalsAre(new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN));
    assertThatThrownBy(lease::renew)
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            e -> assertThat(e.loss().reason()).isEqualTo(LossReason.NOT_OWNER));
  }

  @Test
  void aRenewalThatIsAnsweredTooLateIsALoss() {
    Lease lease = bench.acquire(BY_HAND);
    bench.runUntil(ofSeconds(29));
    bench.line.renewals = bench.line.slowBack(ofMillis(500));
    assertThatThrownBy(lease::renew).isInstanceOf(LeaseLostException.class);
    assertThat(lease.isHeld()).isFalse();
  }

  @Test
  void renewingALostOrReleasedLeaseSaysWhich() {
    Lease lost = bench.acquire(BY_HAND);
    bench.runUntil(ofSeconds(40));
    assertThatThrownBy(lost::renew).isInstanceOf(LeaseLostException.class);
    Lease released = bench.acquire(BY_HAND);
    released.release();
    assertThatThrownBy(released::renew).satisfies(e -> assertCode(e, ErrorCode.ALREADY_RELEASED));
    assertThat(bench.line.batches).isEmpty();
  }

  @Test
  void pastTheHoldLimitNothingExtendsAndTheCallerIsTold() {
    Lease lease = bench.acquire(BY_HAND.maxHold(ofSeconds(40)));
    bench.runUntil(ofSeconds(20));
    lease.renew();
    bench.runUntil(ofSeconds(39));
    lease.renew();
    bench.runUntil(ofSeconds(41));
    assertThat(lease.state()).isEqualTo(LeaseState.OVERDUE);
    assertThatThrownBy(lease::renew)
        .satisfies(e -> assertCode(e, ErrorCode.HOLD_LIMIT_REACHED))
        .hasMessageContaining("40 s")
        .hasMessageContaining("27.4 s");
    assertThat(bench.line.batches).hasSize(2);
    bench.runUntil(ofSeconds(70));
    bench.assertEndedOnce(lease, LeaseState.LOST);
    assertThat(bench.events(Kind.LOST).get(0).outcome()).isEqualTo("HOLD_LIMIT");
  }

  @Test
  void theHoldLimitCountsAlsoWhereTheWatchdogHasNotLookedYet() {
    Lease lease = bench.acquire(BY_HAND.maxHold(ofSeconds(20)));
    bench.standStill(ofSeconds(21));
    assertThatThrownBy(lease::renew).satisfies(e -> assertCode(e, ErrorCode.HOLD_LIMIT_REACHED));
    assertThat(bench.line.batches).isEmpty();
  }

  @Test
  void twoThreadsRenewOneAfterTheOtherAndBothDoIt() throws Exception {
    Lease lease = bench.acquire(BY_HAND);
    bench.runUntil(ofSeconds(5));
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread second = new Thread(lease::renew);
    second.setUncaughtExceptionHandler((t, e) -> thrown.set(e));
    bench.line.renewals =
        Line.firstThen(
            (grant, store) -> {
              second.start();
              long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
              while (second.getState() != Thread.State.TIMED_WAITING
                  && System.nanoTime() - end < 0) {
                Thread.onSpinWait();
              }
              bench.standStill(ofMillis(100));
              return store.apply(grant);
            },
            Line.Way.straight());
    lease.renew();
    second.join();
    assertThat(thrown).hasNullValue();
    assertThat(bench.line.batches).hasSize(2);
    assertThat(lease.remaining()).isGreaterThanOrEqualTo(ofMillis(29_300));
  }

  @Test
  void aCallWithoutAnAnswerThatAnotherHasOvertakenDoesNotReturnAsIfItHadRenewed() throws Exception {
    Lease lease = bench.acquire(BY_HAND);
    bench.runUntil(ofSeconds(5));
    CountDownLatch overtaken = new CountDownLatch(1);
    CountDownLatch told = new CountDownLatch(1);
    Thread second = new Thread(lease::renew);
    bench.line.renewals =
        Line.firstThen(
            (grant, store) -> {
              bench.standStill(Bench.CALL_TIMEOUT.plusMillis(1));
              second.start();
              Latches.await(overtaken, LeaseClock.system(), TimeUnit.SECONDS.toNanos(20));
              return new RenewOutcome.Unknown(Line.DOWN);
            },
            (grant, store) -> {
              overtaken.countDown();
              Latches.await(told, LeaseClock.system(), TimeUnit.SECONDS.toNanos(20));
              return store.apply(grant);
            });
    assertThatThrownBy(lease::renew).satisfies(e -> assertCode(e, ErrorCode.OUTCOME_UNKNOWN));
    told.countDown();
    second.join();
    assertThat(lease.state()).isEqualTo(LeaseState.HELD);
  }

  @Test
  void aCallWithoutAnAnswerAfterWhichAnotherHasRenewedReturns() {
    Lease lease = bench.acquire(BY_HAND);
    bench.line.renewals =
        Line.firstThen(
            (grant, store) -> {
              bench.standStill(Bench.CALL_TIMEOUT.plusMillis(1));
              lease.renew();
              return new RenewOutcome.Unknown(Line.DOWN);
            },
            Line.Way.straight());
    lease.renew();
    assertThat(lease.remaining()).isGreaterThan(ofMillis(29_300));
  }
}
