package io.leasehold.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.Map;

/** What tests ask of a backend again and again. */
final class Etcds {

  static final Duration TTL = Duration.ofSeconds(20);
  static final Duration CALL_TIMEOUT = Duration.ofSeconds(1);

  private Etcds() {}

  static LeaseBackend connect(String uri) {
    return connect(uri, CALL_TIMEOUT);
  }

  static LeaseBackend connect(String uri, Duration callTimeout) {
    return new EtcdBackendProvider()
        .connect(BackendConfig.of(uri, callTimeout, LeaseClock.system()));
  }

  static AcquireAttempt attempt(String name) {
    return attempt(name, TTL);
  }

  static AcquireAttempt attempt(String name, Duration ttl) {
    return new AcquireAttempt(
        new LeaseName(name), OwnerToken.random(), ttl, 0, Map.of("host", "here"));
  }

  static Grant acquire(LeaseBackend backend, String name) {
    return acquire(backend, attempt(name));
  }

  static Grant acquire(LeaseBackend backend, AcquireAttempt attempt) {
    AcquireOutcome outcome = backend.acquire(attempt);
    assertThat(outcome).isInstanceOf(AcquireOutcome.Granted.class);
    return ((AcquireOutcome.Granted) outcome).grant();
  }
}
