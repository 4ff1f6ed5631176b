package io.leasehold.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ManualClockTest {

  @Test
  void itStandsStillUntilItIsMoved() {
    ManualClock clock = new ManualClock(5);

    assertThat(clock.nanos()).isEqualTo(5);
    clock.advance(Duration.ofNanos(7));
    assertThat(clock.nanos()).isEqualTo(12);
    clock.advance(Duration.ZERO);
    assertThat(clock.nanos()).isEqualTo(12);
  }

  @Test
  void itOverflowsAfterASecondAndDifferencesStayRight() {
    ManualClock clock = new ManualClock();
    long begin = clock.nanos();

    clock.advance(Duration.ofSeconds(2));

    assertThat(clock.nanos()).isNegative();
    assertThat(clock.nanos() - begin).isEqualTo(2_000_000_000L);
  }

  @Test
  void itMovesToAReadingButNeverBack() {
    ManualClock clock = new ManualClock();
    long begin = clock.nanos();

    clock.advanceTo(begin + 2_000_000_000L);
    clock.advanceTo(begin);

    assertThat(clock.nanos() - begin).isEqualTo(2_000_000_000L);
    assertThatThrownBy(() -> clock.advance(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot go back by 1ms");
  }

  @Test
  void itLearnsOfASuspendWhenItAccountsForIt() {
    ManualClock clock = new ManualClock(0);

    clock.suspend(Duration.ofNanos(30));
    assertThat(clock.nanos()).isZero();

    assertThat(clock.accountForSuspend()).isEqualTo(30);
    assertThat(clock.accountForSuspend()).isZero();
    assertThat(clock.nanos()).isEqualTo(30);
    assertThat(clock).hasToString("ManualClock[30 ns]");
  }

  @Test
  void severalThreadsMoveItTogether() {
    ManualClock clock = new ManualClock(0);

    IntStream.range(0, 1_000).parallel().forEach(i -> clock.advance(Duration.ofNanos(3)));

    assertThat(clock.nanos()).isEqualTo(3_000);
  }
}
