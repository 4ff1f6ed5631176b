package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.memory.ManualClock;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is left to a call, and to the steps within it. */
class CallBoundTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();

  @Test
  void aStepWithinACallHasTheRestOfItAtTheMost() throws Exception {
    CallBound.within(
        clock,
        SECOND,
        outer -> {
          clock.advance(Duration.ofMillis(700));
          CallBound.within(
              clock,
              SECOND,
              inner -> {
                assertThat(inner.left()).isEqualTo(Duration.ofMillis(300));
                assertThat(CallBound.millisLeft(7)).isEqualTo(300);
                return inner;
              });
          CallBound.within(
              clock,
              Duration.ofMillis(10),
              inner -> {
                assertThat(CallBound.millisLeft(7)).isEqualTo(10);
                return inner;
              });
          assertThat(CallBound.millisLeft(7)).as("the outer one counts again").isEqualTo(300);
          return outer;
        });
    assertThat(CallBound.millisLeft(7)).as("no call runs on this thread").isEqualTo(7);
  }

  @Test
  void whatIsOverIsATimeoutAndNeverZeroWhichWouldMeanForEver() throws Exception {
    CallBound.within(
        clock,
        SECOND,
        bound -> {
          clock.advance(SECOND.minusNanos(1));
          assertThat(CallBound.millisLeft(7)).isEqualTo(1);
          clock.advance(Duration.ofNanos(1));
          assertThatThrownBy(() -> CallBound.millisLeft(7))
              .isInstanceOf(SocketTimeoutException.class);
          assertThat(bound.left()).isZero();
          return bound;
        });
  }

  @Test
  void theFirstHalfEndsHalfWay() throws Exception {
    CallBound.within(
        clock,
        SECOND,
        bound -> {
          clock.advance(Duration.ofMillis(200));
          CallBound half = bound.firstHalf();
          assertThat(half.left()).isEqualTo(Duration.ofMillis(400));
          clock.advance(Duration.ofMillis(400));
          assertThat(half.left()).isZero();
          assertThat(bound.left()).isEqualTo(Duration.ofMillis(400));
          return bound;
        });
  }

  @Test
  void enoughIsTheLeastAndHalfAgainWhatTheConnectionTookToMake() throws Exception {
    Duration quarter = Duration.ofMillis(250);
    CallBound.within(
        clock,
        SECOND,
        bound -> {
          clock.advance(Duration.ofMillis(750));
          assertThat(CallBound.isEnoughLeft(quarter)).isTrue();
          clock.advance(Duration.ofNanos(1));
          assertThat(CallBound.isEnoughLeft(quarter)).isFalse();
          return bound;
        });
    for (int took : new int[] {400, 401}) {
      CallBound.within(
          clock,
          SECOND,
          bound -> {
            CallBound.making(
                () -> {
                  clock.advance(Duration.ofMillis(took));
                  return bound;
                });
            assertThat(CallBound.isEnoughLeft(quarter)).as("%s ms", took).isEqualTo(took == 400);
            return bound;
          });
    }
    assertThat(CallBound.isEnoughLeft(quarter)).as("no call runs on this thread").isTrue();
  }
}
