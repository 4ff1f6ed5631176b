package io.leasehold.redis;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import redis.clients.jedis.Connection;
import redis.clients.jedis.util.Pool;

/** What many tests do with a backend. */
final class Redises {

  static final Duration CALL_TIMEOUT = Duration.ofMillis(500);

  private Redises() {}

  /** To a server that is there. The first calls of a JVM are slow: then it is tried again. */
  static LeaseBackend connect(String uri) {
    return FarClient.connect(uri, CALL_TIMEOUT);
  }

  static LeaseBackend connect(String uri, Duration callTimeout) {
    return new RedisBackendProvider()
        .connect(BackendConfig.of(uri, callTimeout, LeaseClock.system()));
  }

  /** A backend that has not looked at its server, and on which nobody waits. */
  static LeaseBackend untried(Pool<Connection> pool) {
    LeaseClock clock = LeaseClock.system();
    RedisConnections connections = new RedisConnections(pool, false, clock, CALL_TIMEOUT);
    RedisKeys keys = new RedisKeys("leasehold");
    RedisSubscriber.Connector none =
        new RedisSubscriber.Connector() {
          @Override
          public Connection connect() {
            throw new IllegalStateException("nobody waits here");
          }

          @Override
          public void end(Connection connection) {}
        };
    return new RedisLeaseBackend(
        RedisTraits.of(CALL_TIMEOUT),
        connections,
        new RedisSteps(new ScriptCalls(connections), keys),
        new RedisWakeups(keys.channels(), none, clock, CALL_TIMEOUT, name -> {}));
  }

  static AcquireAttempt attempt(String name, Duration ttl) {
    return new AcquireAttempt(new LeaseName(name), OwnerToken.random(), ttl, 0, Map.of());
  }

  static AcquireAttempt attempt(String name) {
    return attempt(name, Duration.ofMinutes(1));
  }

  /** A lease of a minute. */
  static Grant grant(LeaseBackend backend, String name) {
    return grant(backend, attempt(name));
  }

  static Grant grant(LeaseBackend backend, AcquireAttempt attempt) {
    AcquireOutcome outcome = backend.acquire(attempt);
    if (outcome instanceof AcquireOutcome.Granted granted) {
      return granted.grant();
    }
    throw new AssertionError(attempt.name() + " was not granted: " + outcome);
  }

  static String leaseKey(String name) {
    return text(keys(name).lease());
  }

  static String fenceKey(String name) {
    return text(keys(name).fence());
  }

  static String waitersKey(String name) {
    return text(keys(name).waiters());
  }

  private static RedisKeys.Of keys(String name) {
    return new RedisKeys("leasehold").of(new LeaseName(name));
  }

  private static String text(byte[] key) {
    return new String(key, StandardCharsets.UTF_8);
  }
}
