package io.leasehold.redis;

import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.util.Pool;

/**
 * Puts the parts of a backend together and tries them at the server.
 *
 * @param pool where calls get their connections
 * @param ours whether the pool is closed with the backend
 * @param connector where the connection comes from that listens
 * @param namespace the prefix of all keys
 * @param where the server, for messages; without secrets
 * @param allowEviction whether a server that may evict leases is accepted
 */
record RedisAssembly(
    Pool<Connection> pool,
    boolean ours,
    RedisSubscriber.Connector connector,
    String namespace,
    String where,
    boolean allowEviction) {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  /** Whether no client has had its answers in this JVM yet. */
  private static final AtomicBoolean COLD = new AtomicBoolean(true);

  LeaseBackend backend(LeaseClock clock, Duration callTimeout) {
    RedisConnections connections = new RedisConnections(pool, ours, clock, callTimeout);
    RedisKeys keys = new RedisKeys(namespace);
    RedisSteps steps = new RedisSteps(new ScriptCalls(connections), keys);
    RedisWakeups wakeups =
        new RedisWakeups(
            keys.channels(), connector, clock, callTimeout, name -> passOn(steps, name));
    RedisLeaseBackend backend =
        new RedisLeaseBackend(RedisTraits.of(callTimeout), connections, steps, wakeups);
    boolean sound = false;
    try {
      RedisStartup startup =
          new RedisStartup(backend, connections, where, new RedisLook(where, allowEviction));
      begin(startup);
      startup.waiting(steps, connector, keys.channels(), clock);
      startup.oneServer(connector, clock);
      sound = true;
      return backend;
    } finally {
      if (!sound) {
        backend.close();
      }
    }
  }

  /** The first calls of a JVM load classes: on a busy machine that alone can take their time. */
  private static void begin(RedisStartup startup) {
    try {
      startup.server();
      startup.oneLease();
    } catch (BackendUnavailableException e) {
      if (!COLD.get() || e.reason().kind() != Cause.Kind.TIMEOUT) {
        throw e;
      }
      startup.server();
      startup.oneLease();
    }
    COLD.set(false); // only now: one that was refused has loaded nothing, and two may open at once
  }

  /** Best effort, as all hints are. */
  private static void passOn(RedisSteps steps, LeaseName name) {
    try {
      steps.wake(name);
    } catch (Exception e) {
      LOG.debug("a wake-up for lease \"{}\" was not passed on; its waiters poll", name, e);
    }
  }
}
