package io.leasehold.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.Map;

/** The words in which the tests of this package speak. */
final class MemoryTestKit {

  static final Duration TTL = Duration.ofSeconds(10);
  static final Duration CALL_TIMEOUT = Duration.ofMillis(500);
  static final LeaseName ORDERS = new LeaseName("orders");

  private MemoryTestKit() {}

  static AcquireAttempt attempt() {
    return attempt(ORDERS, TTL, 0);
  }

  static AcquireAttempt attempt(String name) {
    return attempt(new LeaseName(name), TTL, 0);
  }

  static AcquireAttempt attempt(LeaseName name, Duration ttl, long floor) {
    return new AcquireAttempt(name, OwnerToken.random(), ttl, floor, Map.of("host", "h1"));
  }

  static Grant granted(AcquireOutcome outcome) {
    assertThat(outcome).isInstanceOf(AcquireOutcome.Granted.class);
    return ((AcquireOutcome.Granted) outcome).grant();
  }

  static Grant grantTo(MemoryBackend backend) {
    return granted(backend.acquire(attempt()));
  }

  static BackendTraits.Draft traits() {
    return BackendTraits.of("memory", CALL_TIMEOUT).vacancyHints(true).maxBatch(10);
  }

  static BackendTraits sessionTraits() {
    return traits().ttlScope(BackendTraits.TtlScope.SESSION).build();
  }
}
