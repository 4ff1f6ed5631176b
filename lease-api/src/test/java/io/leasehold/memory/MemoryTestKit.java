package io.leasehold.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import java.time.Duration;
import java.util.Map;

/** The words in which the tests of this package speak. */
final class MemoryTestKit {

  static final Duration TTL = Duration.ofSeconds(10);
  static final Duration CALL_TIMEOUT = Duration.ofMillis(500);
  static final LeaseName ORDERS = new LeaseName("orders");

  static final Cause DOWN = Cause.of(Cause.Kind.UNAVAILABLE, "down");

  private MemoryTestKit() {}

  /** The kind of cause in an outcome that has to be unknown. */
  static Cause.Kind causeOf(Object outcome) {
    if (outcome instanceof AcquireOutcome.Unknown unknown) {
      return unknown.cause().kind();
    } else if (outcome instanceof RenewOutcome.Unknown unknown) {
      return unknown.cause().kind();
    } else if (outcome instanceof ReleaseOutcome.Unknown unknown) {
      return unknown.cause().kind();
    } else if (outcome instanceof AbandonOutcome.Unknown unknown) {
      return unknown.cause().kind();
    } else if (outcome instanceof RevokeOutcome.Unknown unknown) {
      return unknown.cause().kind();
    }
    throw new AssertionError("not unknown: " + outcome);
  }

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
