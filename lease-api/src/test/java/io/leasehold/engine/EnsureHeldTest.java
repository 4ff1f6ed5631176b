package io.leasehold.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseException;
import io.leasehold.LeaseLostException;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Whether enough of a lease is left for the next step. */
class EnsureHeldTest {

  private final Bench bench = new Bench();
  private final Lease lease = bench.acquire("orders");

  private void refused(Duration needed, ErrorCode code, String message) {
    assertThatThrownBy(() -> lease.ensureHeld(needed))
        .isInstanceOfSatisfying(LeaseException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessage(code.id() + ": " + message);
  }

  @Test
  void aStepThatFitsIntoWhatIsLeftMayBegin() {
    assertThatCode(() -> lease.ensureHeld(Duration.ZERO)).doesNotThrowAnyException();
    assertThatCode(() -> lease.ensureHeld(lease.remaining())).doesNotThrowAnyException();
  }

  @Test
  void aStepThatWouldFitAfterARenewalIsToldToWaitForIt() {
    bench.runFor(ofSeconds(5));
    refused(
        ofSeconds(29),
        ErrorCode.TOO_LITTLE_LEFT,
        "lease \"orders\" is valid for another 24.4 s, the next step needs 29 s; wait for the next"
            + " renewal or ask for a longer ttl");
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void aStepThatNeverFitsIsToldSo() {
    refused(
        ofSeconds(3600),
        ErrorCode.TOO_LITTLE_LEFT,
        "lease \"orders\" is valid for another 29.4 s, the next step needs 3600 s; with its ttl of"
            + " 30 s never more than 29.4 s are left: ask for a longer ttl, or do less in one step");
  }

  @Test
  void aNegativeNeedIsRefused() {
    refused(ofSeconds(-1), ErrorCode.BAD_DURATION, "needed time PT-1S must be zero or more");
  }

  @Test
  void aLeaseThatWasLostOrReleasedIsToldAsThat() {
    Lease other = bench.acquire("other");
    other.release();
    ThrowingCallable released = () -> other.ensureHeld(ofSeconds(1));
    assertThatThrownBy(released)
        .isInstanceOfSatisfying(
            LeaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_RELEASED));
    bench.line.renewalsAre(new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN));
    bench.runFor(ofSeconds(12));
    assertThatThrownBy(() -> lease.ensureHeld(ofSeconds(1))).isInstanceOf(LeaseLostException.class);
  }
}
