package io.leasehold.spi.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.support.RegisterInMemory.Line;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** All steps of a call share its one bound. */
class CasBoundTest extends CasTestKit {

  private static final Duration STEP = CasLeaseBackend.stepTimeout(CALL);

  /** A step that breaks its own bound. */
  private static final Duration TOO_SLOW = Duration.ofMillis(700);

  private Duration took;

  private <T> T timed(Supplier<T> call) {
    long begin = clock.nanos();
    T result = call.get();
    took = Duration.ofNanos(clock.nanos() - begin);
    return result;
  }

  private static void assertTimedOut(Cause cause) {
    assertThat(cause.kind()).isEqualTo(Cause.Kind.TIMEOUT);
    assertThat(cause.message()).contains("400ms").contains(NAME.value());
  }

  @Test
  void two_steps_of_full_length_fit_into_every_call() {
    assertThat(STEP).isEqualTo(Duration.ofMillis(400));
    register.stepTakes(STEP);
    Grant grant = granted(timed(() -> alice.acquire(attempt())));
    assertThat(took).isEqualTo(STEP.multipliedBy(2));

    register.onSwap(Line.LOSE_REPLY);
    assertThat(timed(() -> alice.renewIfOwner(grant))).isEqualTo(RenewOutcome.Renewed.NOW);
    assertThat(took).isEqualTo(STEP.multipliedBy(2));

    assertThat(timed(() -> bob.revoke(NAME, false))).isEqualTo(new RevokeOutcome.Revoked(2));
    assertThat(took).isEqualTo(STEP.multipliedBy(2));

    assertThat(timed(() -> alice.holder(NAME))).isPresent();
    assertThat(took).isEqualTo(STEP);
  }

  @Test
  void a_third_step_is_begun_only_if_it_still_fits() {
    Grant grant = grantedTo(alice);
    register.beforeSwap(() -> bob.revoke(NAME, false));
    register.stepTakes(STEP);
    ReleaseOutcome late = timed(() -> alice.releaseIfOwner(grant));
    assertTimedOut(((ReleaseOutcome.Refused) late).cause());
    register.stepTakes(Duration.ofMillis(200));
    assertThat(timed(() -> alice.releaseIfOwner(grant))).isEqualTo(new ReleaseOutcome.Released());
    assertThat(took).isLessThan(CALL);
  }

  @Test
  void an_acquire_whose_read_took_too_long_sends_nothing() {
    register.stepTakes(TOO_SLOW);
    AcquireAttempt attempt = attempt();
    AcquireOutcome outcome = timed(() -> alice.acquire(attempt));
    assertTimedOut(((AcquireOutcome.Refused) outcome).cause());
    assertThat(register.texts).isEmpty();
    assertThat(took).isEqualTo(TOO_SLOW);
  }

  @Test
  void an_abandon_or_a_revocation_whose_read_took_too_long_is_refused() {
    AcquireAttempt attempt = attempt();
    granted(alice.acquire(attempt));
    register.stepTakes(TOO_SLOW);
    AbandonOutcome abandon = alice.abandon(attempt);
    assertTimedOut(((AbandonOutcome.Refused) abandon).cause());
    RevokeOutcome revoke = alice.revoke(NAME, true);
    assertTimedOut(((RevokeOutcome.Refused) revoke).cause());
    assertThat(record().heldBy(attempt.owner())).isTrue();
  }

  @Test
  void without_time_for_a_look_an_unknown_write_stays_unknown() {
    Grant grant = grantedTo(alice);
    register.stepTakes(TOO_SLOW);
    register.onSwap(Line.LOSE_REPLY);
    assertThat(alice.renewIfOwner(grant))
        .isEqualTo(new RenewOutcome.Unknown(RegisterInMemory.LOST));
    register.stepTakes(Duration.ZERO);
    assertThat(alice.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
    register.stepTakes(TOO_SLOW);
    register.onSwap(Line.LOSE_REPLY);
    assertThat(alice.releaseIfOwner(grant))
        .isEqualTo(new ReleaseOutcome.Unknown(RegisterInMemory.LOST));
    register.stepTakes(Duration.ZERO);
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(new ReleaseOutcome.Released());
  }

  @Test
  void without_time_for_a_look_the_loser_of_a_race_is_refused() {
    register.stepTakes(STEP);
    register.beforeSwap(
        () -> {
          register.stepTakes(Duration.ZERO);
          grantedTo(bob);
          register.stepTakes(STEP);
        });
    assertThat(alice.acquire(attempt())).isInstanceOf(AcquireOutcome.Refused.class);
  }
}
