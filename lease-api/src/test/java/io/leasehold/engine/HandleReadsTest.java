package io.leasehold.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.LeaseRequest;
import io.leasehold.LeaseState;
import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.engine.lease.Boarding;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.RenewalFlight;
import io.leasehold.engine.time.PatientExecutor;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the handle's readers answer while a renewal is applied at the end of validity. */
class HandleReadsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Runs something between a reader's look at the status and its look at the clock. */
  private static final class Clock implements LeaseClock {
    long now;
    @Nullable Runnable beforeNextReading;

    @Override
    public long nanos() {
      Runnable action = beforeNextReading;
      beforeNextReading = null;
      if (action != null) {
        action.run();
      }
      return now;
    }
  }

  private final Clock clock = new Clock();
  private final Engine engine;
  private final LeaseHandle handle;
  private final HeldLease lease;
  private final RenewalFlight flight;
  private final long inTime;

  /** A lease one nanosecond before the end of its validity, with a renewal under way. */
  HandleReadsTest() {
    PatientExecutor here = new PatientExecutor(Runnable::run, clock);
    engine =
        new Engine(
            new MemoryStore(clock).connect(SECOND),
            new EngineSettings(
                null, null, null, SECOND, false, SECOND, SECOND, SECOND, SECOND, null, true, null,
                clock),
            null,
            new Engine.Workplace(
                here, here, here, here, here, here, here, nanos -> clock.now += nanos, () -> 0.5));
    LeaseRequest request =
        LeaseRequest.of("a").ttl(Duration.ofSeconds(30)).maxHold(LeaseRequest.UNLIMITED);
    handle = new AcquireLoop(engine).tryAcquire(engine.check.check(request)).orElseThrow();
    lease = handle.lease;
    clock.now += 10 * SECOND.toNanos();
    flight = new RenewalFlight(clock.now);
    assertThat(lease.beginRenewal(flight, SECOND.toNanos())).isEqualTo(Boarding.ABOARD);
    inTime = lease.status().validUntil() - 1;
    clock.now = inTime;
  }

  @Test
  void aRenewalAppliedWhileAReaderLooksMakesItAnswerHeldAndNotFlicker() {
    clock.beforeNextReading = this::renewedInTimeAndThenTheOldValidityEnds;
    assertThat(handle.isHeld()).isTrue();
    assertThat(handle.isHeld()).isTrue();
  }

  @Test
  void aRenewalAppliedWhileAReaderLooksMakesTheRemainingTimePositive() {
    clock.beforeNextReading = this::renewedInTimeAndThenTheOldValidityEnds;
    assertThat(handle.remaining()).isPositive();
  }

  @Test
  void onceNothingRemainsALateAnswerCannotBringTheLeaseBack() {
    clock.now = inTime + 1;
    assertThat(handle.remaining()).isZero();
    lease.renewalAnswered(flight, RenewOutcome.Renewed.NOW, inTime);
    assertThat(handle.remaining()).isZero();
    assertThat(handle.isHeld()).isFalse();
    assertThat(handle.state()).isEqualTo(LeaseState.LOST);
  }

  @Test
  void aLossFoundWhileARenewalIsAppliedIsNotForgotten() {
    clock.beforeNextReading = this::renewedInTimeAndThenTheOldValidityEnds;
    assertThat(engine.lossPath.lose(lease, LossReason.CLIENT_CLOSED, "closed")).isTrue();
    assertThat(handle.isHeld()).isFalse();
    assertThat(lease.status().loss()).extracting(Loss::reason).isEqualTo(LossReason.CLIENT_CLOSED);
  }

  private void renewedInTimeAndThenTheOldValidityEnds() {
    assertThat(lease.renewalAnswered(flight, RenewOutcome.Renewed.NOW, inTime))
        .isEqualTo(HeldLease.Answer.EXTENDED);
    clock.now = inTime + 1;
  }
}
