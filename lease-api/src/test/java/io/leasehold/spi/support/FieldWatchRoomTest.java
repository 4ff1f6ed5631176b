package io.leasehold.spi.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Field cases, a dead holder is taken over: L79, by a client that watches many other names. */
class FieldWatchRoomTest extends CasTestKit {

  private final List<Grant> live = new ArrayList<>();

  private static AcquireAttempt attempt(int number) {
    return new AcquireAttempt(
        new LeaseName("live/" + number), OwnerToken.random(), TTL, 0, Map.of());
  }

  private void bobAsksForAllThatLive() {
    for (int i = 0; i < live.size(); i++) {
      busy(bob.acquire(attempt(i)));
    }
  }

  private boolean bobTakesOverWhileHeWatches(int others) {
    for (int i = 0; i < others; i++) {
      live.add(granted(alice.acquire(attempt(i))));
    }
    grantedTo(client()); // and this client dies
    bobAsksForAllThatLive();
    for (int s = 0; s < 10 * TTL.toSeconds(); s += 5) {
      clock.advance(Duration.ofSeconds(5));
      live.forEach(alice::renewIfOwner);
      if (s % 30 == 0) {
        bobAsksForAllThatLive();
      }
      if (bob.acquire(attempt()) instanceof AcquireOutcome.Granted) {
        return true;
      }
    }
    return false;
  }

  @Test
  void besideAsManyNamesAsThereIsRoomForADeadHolderIsTakenOver() {
    assertThat(bobTakesOverWhileHeWatches(WatchTable.MAX_NAMES - 1)).isTrue();
  }

  @Test
  void besideOneNameMoreADeadHolderIsTakenOverAllTheSame() {
    assertThat(bobTakesOverWhileHeWatches(WatchTable.MAX_NAMES)).isTrue();
  }
}
