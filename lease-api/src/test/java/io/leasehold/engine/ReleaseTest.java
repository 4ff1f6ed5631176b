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
import io.leasehold.LeaseRequestException;
import io.leasehold.LeaseState;
import io.leasehold.LossReason;
import io.leasehold.ReleaseResult;
import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.spi.Cause;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How leases are released, alone and against everything that can come at the same time. */
class ReleaseTest {

  private static final ReleaseOutcome UNKNOWN = new ReleaseOutcome.Unknown(Line.DOWN);
  private static final ReleaseOutcome REFUSED =
      new ReleaseOutcome.Refused(Cause.of(Cause.Kind.OVERLOADED, "pool exhausted"));
  private static final ReleaseOutcome ABSENT = new ReleaseOutcome.NotOwner(NotOwnerReason.ABSENT);

  private final Bench bench = new Bench();

  @Test
  void aConfirmedReleaseEndsTheLeaseAndFreesTheName() {
    Lease lease = bench.acquire("orders");
    assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
    bench.assertEndedOnce(lease, LeaseState.RELEASED);
    assertThat(lease.isHeld()).isFalse();
    assertThat(lease.remaining()).isZero();
    assertThat(bench.isVacant("orders")).isTrue();
    assertThatThrownBy(lease::ensureHeld)
        .isInstanceOfSatisfying(
            LeaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_RELEASED))
        .hasMessageContaining("orders");
    bench.runFor(ofSeconds(100));
    assertThat(bench.events(Kind.RENEWAL_SENT)).isEmpty();
  }

  @Test
  void localValidityEndsBeforeTheReleaseIsSent() {
    Lease lease = bench.acquire("orders");
    List<Object> seen = new ArrayList<>();
    bench.faults.before(
        Op.RELEASE,
        () -> {
          seen.add(lease.isHeld());
          seen.add(lease.state());
        });
    lease.release();
    assertThat(seen).containsExactly(false, LeaseState.RELEASING);
  }

  @Test
  void releasingAgainReturnsTheSameAndAsksNobody() {
    Lease lease = bench.acquire("orders");
    lease.release();
    assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
    lease.close();
    assertThat(bench.line.released).hasSize(1);
    bench.assertEndedOnce(lease, LeaseState.RELEASED);
  }

  @Test
  void aReleaseByASecondThreadWaitsForTheFirstAndReturnsTheSame() throws Exception {
    Lease lease = bench.acquire("orders");
    AtomicReference<ReleaseResult> second = new AtomicReference<>();
    Thread other = new Thread(() -> second.set(lease.release()));
    bench.faults.after(
        Op.RELEASE,
        () -> {
          other.start();
          awaitParked(other);
        });
    assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
    other.join();
    assertThat(second).hasValue(ReleaseResult.RELEASED);
    assertThat(bench.line.released).hasSize(1);
  }

  private static void awaitParked(Thread thread) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (thread.getState() != Thread.State.TIMED_WAITING
        && thread.getState() != Thread.State.WAITING) {
      assertThat(System.nanoTime() - end).as("waiting for " + thread).isNegative();
      Thread.onSpinWait();
    }
  }

  // ---- outcomes

  @Test
  void aReleaseAnsweredNotOwnerWasALossBefore() {
    Lease lease = bench.acquire("orders");
    bench.faults.loseHints(true);
    bench.faults.delete("orders");
    bench.rival().acquire("orders");
    assertThat(lease.release()).isEqualTo(ReleaseResult.NOT_OWNER);
    bench.assertEndedOnce(lease, LeaseState.LOST);
    assertThat(bench.events(Kind.LOST))
        .singleElement()
        .extracting(LeaseEvent::outcome)
        .isEqualTo(LossReason.NOT_OWNER.name());
    assertThat(bench.isVacant("orders")).as("the rival keeps it").isFalse();
  }

  @Test
  void anAbsentRecordAfterAnOwnUnknownReleaseMeansThatItRan() {
    Lease lease = bench.acquire("orders");
    bench.faults.next(Op.RELEASE).loseReply();
    assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
    assertThat(bench.events(Kind.RELEASE_ANSWERED))
        .extracting(LeaseEvent::outcome)
        .containsExactly("UNKNOWN", "NOT_OWNER");
    bench.assertEndedOnce(lease, LeaseState.RELEASED);
  }

  /** Its answer was lost, and whoever waited has the name when it is asked again. */
  @Test
  void anothersRecordAfterAnOwnUnknownReleaseMeansThatItRan() {
    Lease lease = bench.acquire("orders");
    bench.line.releases =
        Line.firstThen(
            (grant, store) -> {
              assertThat(store.apply(grant)).isEqualTo(new ReleaseOutcome.Released());
              bench.rival().acquire("orders");
              return UNKNOWN;
            },
            Line.Way.straight());
    assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
    bench.assertEndedOnce(lease, LeaseState.RELEASED);
    assertThat(bench.events(Kind.LOST)).isEmpty();
    assertThat(bench.isVacant("orders")).as("the rival keeps it").isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRecordThatCouldHaveExpiredMeansNothing(boolean taken) {
    Lease lease = bench.acquire("orders");
    bench.runUntil(ofSeconds(5));
    bench.line.releases =
        Line.firstThen(
            (grant, store) -> {
              bench.standStill(ofSeconds(26));
              if (taken) {
                bench.rival().acquire("orders");
              }
              return UNKNOWN;
            },
            Line.Way.straight());
    assertThat(lease.release()).isEqualTo(ReleaseResult.NOT_OWNER);
    bench.assertEndedOnce(lease, LeaseState.LOST);
  }

  @Test
  void anAbsentRecordAfterARefusedReleaseIsALoss() {
    Lease lease = bench.acquire("orders");
    bench.line.releases = Line.firstThen((g, s) -> REFUSED, (g, s) -> ABSENT);
    assertThat(lease.release()).isEqualTo(ReleaseResult.NOT_OWNER);
    bench.assertEndedOnce(lease, LeaseState.LOST);
  }

  @Test
  void twiceUnknownIsReleaseUnknownAndTheCleanUpFreesItLater() {
    Lease lease = bench.acquire("orders");
    bench.line.releases = (grant, store) -> UNKNOWN;
    assertThat(lease.release()).isEqualTo(ReleaseResult.UNKNOWN);
    bench.assertEndedOnce(lease, LeaseState.RELEASE_UNKNOWN);
    assertThat(bench.line.released).hasSize(2);
    bench.runFor(ofSeconds(2));
    assertThat(bench.isVacant("orders")).isFalse();
    assertThat(bench.events(Kind.RELEASE_RESOLVED)).isEmpty();
    bench.line.heal();
    bench.runFor(ofSeconds(6));
    assertThat(bench.isVacant("orders")).isTrue();
    assertThat(bench.events(Kind.RELEASE_RESOLVED))
        .singleElement()
        .extracting(LeaseEvent::outcome)
        .isEqualTo("RELEASED");
    bench.assertEndedOnce(lease, LeaseState.RELEASE_UNKNOWN);
    assertThat(lease.release()).as("again").isEqualTo(ReleaseResult.UNKNOWN);
  }

  @Test
  void twiceRefusedIsReleaseUnknownToo() {
    Lease lease = bench.acquire("orders");
    bench.line.releases = (grant, store) -> REFUSED;
    assertThat(lease.release()).isEqualTo(ReleaseResult.UNKNOWN);
    bench.assertEndedOnce(lease, LeaseState.RELEASE_UNKNOWN);
  }

  @Test
  void whateverABackendThrowsTheReleaseEnds() {
    Lease lease = bench.acquire("orders");
    bench.line.releases =
        (grant, store) -> {
          throw new LeaseRequestException(ErrorCode.BAD_NAME, "thrown where it makes no sense");
        };
    assertThat(lease.release()).isEqualTo(ReleaseResult.UNKNOWN);
    bench.assertEndedOnce(lease, LeaseState.RELEASE_UNKNOWN);
    bench.line.releases =
        (grant, store) -> {
          throw new StackOverflowError();
        };
    Lease other = bench.acquire("other");
    assertThat(other.release()).isEqualTo(ReleaseResult.UNKNOWN);
  }

  @Test
  void anInterruptDoesNotStopAReleaseAndTheFlagIsKept() {
    Lease lease = bench.acquire("orders");
    bench.faults.next(Op.RELEASE).delayReply(ofMillis(100));
    Thread.currentThread().interrupt();
    try {
      assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void aLapsedLeaseIsLostAndNotReleased() {
    Lease lease = bench.acquire("orders");
    bench.standStill(ofMillis(29_400));
    assertThat(lease.release()).isEqualTo(ReleaseResult.NOT_OWNER);
    bench.settle();
    bench.assertEndedOnce(lease, LeaseState.LOST);
    assertThat(bench.isVacant("orders")).as("freed all the same").isTrue();
  }

  // ---- against a renewal

  @Test
  void noRenewalIsSentOnceReleaseHasBegunAlthoughItIsDue() {
    Lease lease = bench.acquire("orders");
    bench.renewals.hold();
    bench.runUntil(ofSeconds(12)); // due, and waiting for a worker
    assertThat(bench.renewals.waiting()).isEqualTo(1);
    lease.release();
    bench.renewals.letGo();
    bench.runUntil(ofSeconds(30));
    assertThat(bench.line.batches).isEmpty();
    assertThat(bench.events(Kind.RENEWAL_SENT)).isEmpty();
    bench.assertEndedOnce(lease, LeaseState.RELEASED);
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void aReleaseBegunInTheMiddleOfARenewalWaitsUntilItHasLanded() throws Exception {
    releaseDuringRenewal(Line.Moment.BEFORE_EXECUTION);
  }

  @Test
  void aReleaseBegunBetweenARenewalAndItsReplyWaitsUntilItHasLanded() throws Exception {
    releaseDuringRenewal(Line.Moment.BEFORE_REPLY);
  }

  @Test
  void aReleaseBegunBetweenTheClaimOfARenewalAndItsSendWaitsUntilItHasLanded() throws Exception {
    Lease lease = bench.acquire("orders");
    AtomicReference<ReleaseResult> result = new AtomicReference<>();
    Thread releasing = new Thread(() -> result.set(lease.release()));
    bench.sink =
        event -> {
          if (event.kind() == Kind.RENEWAL_SENT) { // claimed, and about to be sent
            releasing.start();
            awaitParked(releasing);
            assertThat(bench.isVacant("orders")).isFalse();
          }
        };
    bench.runUntil(ofSeconds(12));
    releasing.join();
    assertThat(result).hasValue(ReleaseResult.RELEASED);
    bench.runUntil(ofSeconds(60));
    bench.assertEndedOnce(lease, LeaseState.RELEASED);
    assertThat(bench.isVacant("orders")).isTrue();
    assertThat(bench.times(Kind.RENEWAL_SENT)).hasSize(1);
    assertThat(bench.times(Kind.RENEWAL_SENT).get(0))
        .isLessThanOrEqualTo(bench.times(Kind.RELEASE_BEGUN).get(0));
  }

  /** The renewal runs in this thread, the release in another that waits for it. */
  private void releaseDuringRenewal(Line.Moment moment) throws Exception {
    Lease lease = bench.acquire("orders");
    AtomicReference<ReleaseResult> result = new AtomicReference<>();
    Thread releasing = new Thread(() -> result.set(lease.release()));
    CountDownLatch sentTooEarly = new CountDownLatch(1);
    bench.faults.before(
        Op.RELEASE,
        () -> {
          if (bench.held(lease).status().flight() != null
              && !bench.held(lease).status().flight().hasLanded()) {
            sentTooEarly.countDown();
          }
        });
    bench.line.renewals =
        (grant, store) -> {
          RenewOutcome early = moment == Line.Moment.BEFORE_REPLY ? store.apply(grant) : null;
          releasing.start();
          awaitParked(releasing);
          assertThat(lease.state()).isEqualTo(LeaseState.RELEASING);
          assertThat(lease.isHeld()).isFalse();
          assertThat(bench.isVacant("orders")).as("the release is not sent yet").isFalse();
          return early == null ? store.apply(grant) : early;
        };
    bench.runUntil(ofSeconds(12));
    releasing.join();
    assertThat(sentTooEarly.getCount()).isEqualTo(1);
    assertThat(result).hasValue(ReleaseResult.RELEASED);
    bench.runUntil(ofSeconds(60));
    bench.assertEndedOnce(lease, LeaseState.RELEASED);
    assertThat(bench.isVacant("orders")).isTrue();
    assertThat(bench.events(Kind.RENEWAL_SENT)).hasSize(1);
    LeaseEvent begun = bench.events(Kind.RELEASE_BEGUN).get(0);
    assertThat(bench.time(bench.events(Kind.RENEWAL_SENT).get(0)))
        .isLessThanOrEqualTo(bench.time(begun));
  }

  @Test
  void aRenewalAnsweredAfterTheReleaseChangesNothing() {
    Lease lease = bench.acquire("orders");
    // A renewal past its bound: the release waits for it no longer than the bound. The wait itself
    // is real time, so the flight is told to have landed by then.
    bench.line.renewals =
        (grant, store) -> {
          RenewOutcome answer = store.apply(grant);
          bench.held(lease).status().flight().land();
          assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
          return answer;
        };
    bench.runUntil(ofSeconds(12));
    assertThat(bench.events(Kind.RENEWAL_ANSWERED))
        .singleElement()
        .extracting(LeaseEvent::detail)
        .isEqualTo("STALE");
    bench.runUntil(ofSeconds(60));
    bench.assertEndedOnce(lease, LeaseState.RELEASED);
    assertThat(lease.isHeld()).isFalse();
    assertThat(bench.isVacant("orders")).isTrue();
    assertThat(bench.events(Kind.RENEWAL_SENT)).hasSize(1);
  }

  @Test
  void aRenewalExecutedAfterTheReleaseFindsNothingToExtend() {
    Lease lease = bench.acquire("orders");
    bench.line.renewals =
        (grant, store) -> {
          bench.held(lease).status().flight().land();
          lease.release();
          return store.apply(grant); // NotOwner by then
        };
    bench.runUntil(ofSeconds(12));
    bench.assertEndedOnce(lease, LeaseState.RELEASED);
    assertThat(bench.isVacant("orders")).isTrue();
    assertThat(bench.events(Kind.LOST)).isEmpty();
  }

  @Test
  void aLossThatComesWhileTheReleaseIsUnderWayIsIgnored() {
    Lease lease = bench.acquire("orders");
    bench.faults.before(
        Op.RELEASE,
        () -> {
          bench.standStill(ofSeconds(10));
          bench.engine.lossPath.lose(bench.held(lease), LossReason.ENGINE_FAILURE, "too late");
          bench.engine.lossPath.lapse(bench.held(lease), bench.clock.nanos());
        });
    assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
    bench.assertEndedOnce(lease, LeaseState.RELEASED);
  }

  @Test
  void aLeaseOfWhichNothingIsLeftIsForgottenByTheEngine() {
    Lease lease = bench.acquire("orders");
    bench.runUntil(ofSeconds(12));
    lease.release();
    bench.settle();
    assertThat(bench.engine.registry.size()).isZero();
    assertThat(bench.engine.releasePath.isIdle()).isTrue();
    assertThat(bench.held(lease).place).as("place in the watchdog's queue").isEqualTo(-1);
  }
}
