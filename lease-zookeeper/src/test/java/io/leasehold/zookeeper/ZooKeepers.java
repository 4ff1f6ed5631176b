package io.leasehold.zookeeper;

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
final class ZooKeepers {

  static final Duration TICK = Duration.ofMillis(250);

  /** Longer than a test takes, on a slow machine as well. */
  static final Duration LONGEST = Duration.ofSeconds(20);

  static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);

  private ZooKeepers() {}

  static ZooKeeperServer server(String... lines) {
    return ZooKeeperServer.start(TICK, LONGEST, lines);
  }

  /** For servers with that tick and that longest session. */
  static String uri(String userAndHosts, String rest) {
    return "zookeeper://"
        + userAndHosts
        + "/app?tick="
        + TICK.toMillis()
        + "ms&max-ttl="
        + LONGEST.toSeconds()
        + "s"
        + rest;
  }

  static LeaseBackend connect(ZooKeeperServer server) {
    return connect(uri(server.address(), ""));
  }

  static LeaseBackend connect(String uri) {
    return connect(uri, CALL_TIMEOUT);
  }

  static LeaseBackend connect(String uri, Duration callTimeout) {
    return new ZooKeeperBackendProvider()
        .connect(BackendConfig.of(uri, callTimeout, LeaseClock.system()));
  }

  static AcquireAttempt attempt(String name) {
    return attempt(name, LONGEST);
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

  /** The session in which a grant is held. */
  static LeaseSession session(Grant grant) {
    return ((Tenancy) grant.cookie()).session();
  }
}
