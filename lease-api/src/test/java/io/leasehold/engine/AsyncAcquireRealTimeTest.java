package io.leasehold.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseRequest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real watchdog and the real threads, which the bench plays one after the other. */
class AsyncAcquireRealTimeTest {

  /** The end of such a wait races with the attempt, and the next round with the end of the last. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 1_000_000})
  void aFreeNameIsHadHoweverShortTheWait(long nanos) throws Exception {
    try (LeaseClient client = LeaseClient.open("memory:async-" + nanos)) {
      for (int round = 0; round < 1_000; round++) {
        LeaseRequest request = LeaseRequest.of("name-" + round % 2).wait(Duration.ofNanos(nanos));
        Lease lease = client.acquireAsync(request).get(1, TimeUnit.MINUTES);
        assertThat(lease.isHeld()).isTrue();
        lease.close();
      }
    }
  }
}
