package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.redis.ConnectionShares.Purpose;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is left for whom; nobody here waits, because the bound is over at once. */
class ConnectionSharesTest {

  private ConnectionShares shares = new ConnectionShares(4);

  @AfterEach
  void end() {
    assertThat(Thread.interrupted()).isFalse();
  }

  private boolean take(Purpose purpose) throws Exception {
    return CallBound.within(
        LeaseClock.system(), Duration.ZERO, bound -> shares.take(purpose, bound));
  }

  @Test
  void acquiresLeaveTwoOfFourAndReleasesOne() throws Exception {
    assertThat(take(Purpose.OTHER)).isTrue();
    assertThat(take(Purpose.OTHER)).isTrue();
    assertThat(take(Purpose.OTHER)).isFalse();
    assertThat(take(Purpose.END)).isTrue();
    assertThat(take(Purpose.END)).isFalse();
    assertThat(take(Purpose.RENEWAL)).isTrue();

    shares.giveBack(Purpose.END);
    assertThat(take(Purpose.OTHER)).as("its share is used up").isFalse();
    assertThat(take(Purpose.END)).isTrue();
    shares.giveBack(Purpose.OTHER);
    assertThat(take(Purpose.OTHER)).isTrue();
  }

  @Test
  void releasesMayTakeWhatAcquiresDoNotUseAndMakeThemWait() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(take(Purpose.END)).isTrue();
    }
    for (int i = 0; i < 3; i++) {
      assertThat(take(Purpose.OTHER)).as("and it keeps no part of its share").isFalse();
    }
    shares.giveBack(Purpose.END);
    assertThat(take(Purpose.OTHER)).isTrue();
  }

  @Test
  void aPoolOfOneServesEverybodyInTurn() throws Exception {
    shares = new ConnectionShares(1);
    for (Purpose purpose : Purpose.values()) {
      assertThat(take(purpose)).as("%s", purpose).isTrue();
      shares.giveBack(purpose);
    }
  }

  @Test
  void aPoolWithoutALimitHasNoShares() throws Exception {
    shares = new ConnectionShares(-1);
    for (int i = 0; i < 1_000; i++) {
      assertThat(take(Purpose.OTHER)).isTrue();
    }
    shares.giveBack(Purpose.OTHER);
  }

  @Test
  void anInterruptedThreadTakesWhatIsFreeAndDoesNotStandInLine() throws Exception {
    Thread.currentThread().interrupt();
    assertThat(take(Purpose.OTHER)).isTrue();
    assertThat(take(Purpose.OTHER)).isTrue();
    assertThatThrownBy(() -> take(Purpose.OTHER)).isInstanceOf(InterruptedException.class);
    assertThat(take(Purpose.RENEWAL)).isTrue();
    assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
  }
}
