package io.leasehold.spi.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Field cases, a dead holder is taken over: L79, by a client that watches many other names. */
class FieldWatchRoomTest extends CasTestKit {

  private static AcquireAttempt attempt(int number) {
    return new AcquireAttempt(
        new LeaseName("live/" + number), OwnerToken.random(), TTL, 0, Map.of());
  }

  private void bobWatches(int names) {
    for (int i = 0; i < names; i++) {
      granted(alice.acquire(attempt(i)));
      busy(bob.acquire(attempt(i)));
    }
  }

  @Test
  void whoHasRoomForItsWatchTakesOver() {
    grantedTo(client()); // and this client dies
    bobWatches(WatchTable.MAX_NAMES - 1);
    busy(bob.acquire(attempt()));
    clock.advance(TTL.plus(Duration.ofMillis(1)));
    granted(bob.acquire(attempt()));
  }

  @Test
  void whoHasNoneIsToldAndIsNotAnsweredBusyForEver() {
    grantedTo(client());
    bobWatches(WatchTable.MAX_NAMES);
    assertThat(bob.acquire(attempt()))
        .isInstanceOfSatisfying(
            AcquireOutcome.Refused.class,
            refused -> {
              assertThat(refused.cause().kind()).isEqualTo(Cause.Kind.OVERLOADED);
              assertThat(refused.cause().message()).contains("10000 names");
            });
  }
}
