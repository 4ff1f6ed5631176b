package io.leasehold.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The steps on records, at times of the cluster's clock that a test says. */
class StepTest {

  private static final long NOW = 1_000_000;
  private static final Duration TTL = Duration.ofMillis(500);

  private LeaseRecord record = LeaseRecord.NEVER;

  private Answer run(Step step, long now) {
    Step.Decision decision = step.decide(record, now);
    if (decision.next() != null) {
      record = Objects.requireNonNull(decision.next());
    }
    return Answer.read(decision.answer());
  }

  private static AcquireAttempt attempt(long floor) {
    return new AcquireAttempt(
        new LeaseName("x"), OwnerToken.random(), TTL, floor, Map.of("host", "h"));
  }

  private static AcquireStep acquire(AcquireAttempt attempt, String call) {
    return new AcquireStep(attempt, "client", false, call);
  }

  private static Grant grant(AcquireAttempt attempt) {
    return new Grant(attempt.name(), attempt.owner(), TTL, 1, null);
  }

  @Test
  void aStepThatIsRunTwiceByTheDriverAnswersTheSame() {
    AcquireAttempt attempt = attempt(0);
    String owner = attempt.owner().toString();
    Answer granted = run(acquire(attempt, "c1"), NOW);
    assertThat(granted).isEqualTo(new Answer(Answer.GRANTED, NOW * 1000, ""));
    assertThat(run(acquire(attempt, "c1"), NOW + 1)).isEqualTo(granted);

    assertThat(run(new RenewStep(grant(attempt), "c2"), NOW + 1).word()).isEqualTo(Answer.RENEWED);
    assertThat(run(new RenewStep(grant(attempt), "c2"), NOW + 2).word()).isEqualTo(Answer.RENEWED);

    Answer revoked = run(new RevokeStep(owner, false, "c3"), NOW + 3);
    assertThat(revoked.word()).isEqualTo(Answer.REVOKED);
    assertThat(run(new RevokeStep(owner, false, "c3"), NOW + 4)).isEqualTo(revoked);

    assertThat(run(new ReleaseStep(owner, "c4"), NOW + 5).word()).isEqualTo(Answer.RELEASED);
    assertThat(run(new ReleaseStep(owner, "c4"), NOW + 6).word()).isEqualTo(Answer.RELEASED);
    assertThat(run(new ReleaseStep(owner, "c5"), NOW + 7).word()).isEqualTo(Answer.ABSENT);
  }

  @Test
  void anotherCallOfTheSameOwnerIsBusy() {
    AcquireAttempt attempt = attempt(0);
    run(acquire(attempt, "c1"), NOW);
    assertThat(run(acquire(attempt, "c2"), NOW).word()).isEqualTo(Answer.HELD);
  }

  @Test
  void anAbandonedAttemptGetsNothingForTenMinutes() {
    AcquireAttempt attempt = attempt(0);
    run(acquire(attempt, "c1"), NOW);
    run(new AbandonStep(attempt.owner().toString(), "c2"), NOW + 1);
    assertThat(record.isLive(NOW + 1)).isFalse();
    assertThat(run(acquire(attempt, "c3"), NOW + 2).word()).isEqualTo(Answer.ABANDONED);
    assertThat(run(acquire(attempt, "c3"), NOW + AbandonStep.KEPT).word())
        .isEqualTo(Answer.ABANDONED);
    // others get it
    assertThat(run(acquire(attempt(0), "c4"), NOW + 2).word()).isEqualTo(Answer.GRANTED);
  }

  @Test
  void tooManyAbandonedAttemptsAreRefusedAndTheNameIsFreedAllTheSame() {
    for (int i = 0; i < AbandonStep.MAX_ABANDONED; i++) {
      run(new AbandonStep(OwnerToken.random().toString(), "c"), NOW);
    }
    AcquireAttempt attempt = attempt(0);
    run(acquire(attempt, "c1"), NOW);
    assertThat(run(new AbandonStep(attempt.owner().toString(), "c2"), NOW).word())
        .isEqualTo(Answer.FULL);
    assertThat(record.isLive(NOW)).isFalse();
    assertThat(
            run(new AbandonStep(attempt.owner().toString(), "c3"), NOW + AbandonStep.KEPT).word())
        .isEqualTo(Answer.ABANDONED);
  }

  @Test
  void theEndOfTheNumbersIsSaid() {
    assertThat(run(acquire(attempt(Long.MAX_VALUE), "c"), NOW).word()).isEqualTo(Answer.FULL);
    assertThat(run(acquire(attempt(Long.MAX_VALUE - 1), "c"), NOW).word()).isEqualTo(Answer.FULL);
    AcquireAttempt last = attempt(Long.MAX_VALUE - 2);
    assertThat(run(acquire(last, "c"), NOW))
        .isEqualTo(new Answer(Answer.GRANTED, Long.MAX_VALUE - 1, ""));
    String owner = last.owner().toString();
    assertThat(run(new RevokeStep(owner, false, "d"), NOW))
        .isEqualTo(new Answer(Answer.REVOKED, Long.MAX_VALUE, ""));
    assertThat(run(new RevokeStep(owner, false, "e"), NOW).word()).isEqualTo(Answer.FULL);
  }

  @Test
  void tokensRiseAlsoWhereTheClockGoesBack() {
    long before = run(acquire(attempt(0), "c"), NOW).number();
    assertThat(run(acquire(attempt(0), "d"), NOW - 1).word()).isEqualTo(Answer.HELD);
    record = record.vacated(LeaseRecord.VACANT, record.last(), "e");
    assertThat(run(acquire(attempt(0), "f"), NOW - 500_000).number()).isEqualTo(before + 1);
  }

  @Test
  void aWaiterHasOnePlaceAndIsWokenByTheRelease() {
    AcquireAttempt held = attempt(0);
    run(acquire(held, "c"), NOW);
    for (String client : new String[] {"first", "second", "first"}) {
      run(new AcquireStep(attempt(0), client, true, "d"), NOW + 1);
    }
    assertThat(record.waiters())
        .extracting(LeaseRecord.Timed::who)
        .containsExactly("first", "second");
    run(new ReleaseStep(held.owner().toString(), "e"), NOW + 2);
    assertThat(record.wake()).isEqualTo("first");
    run(new PassOnStep("second"), NOW + 3); // not its turn
    assertThat(record.wake()).isEqualTo("first");
    run(new PassOnStep("first"), NOW + 3);
    assertThat(record.wake()).isEqualTo("second");
    assertThat(record.waiters()).isEmpty();
  }
}
