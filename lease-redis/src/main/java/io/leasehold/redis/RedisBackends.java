package io.leasehold.redis;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.Durations;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.support.UriReader;
import java.time.Duration;
import java.util.Objects;
import redis.clients.jedis.Connection;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.util.Pool;

/** Backends on a Redis client that the application already has. */
public final class RedisBackends {

  private static final Duration LEAST_BOUND = Duration.ofMillis(1);
  private static final Duration LARGEST_BOUND = Duration.ofHours(1);

  private RedisBackends() {}

  /**
   * {@link #of(RedisClient, Duration, String)} with the namespace {@code leasehold}.
   *
   * @param client stays the application's: it is not closed with the backend
   * @param callTimeout the bound for every call
   */
  public static LeaseBackend of(RedisClient client, Duration callTimeout) {
    return of(client, callTimeout, "leasehold");
  }

  /**
   * Uses the client's pool for every call, and one of its connections to listen, from the first
   * acquire that has to wait until the backend is closed. The client is not closed with the
   * backend; close the backend (or the LeaseClient that has it) first.
   *
   * <p>What bounds a call: waiting for a connection ends with half of callTimeout, and each wait
   * for a part of an answer with what is left of it, whatever the client's own read timeout is. A
   * connection that has to be made first takes up to the client's connection timeout and one read
   * timeout per answer to its greeting; what comes too late for callTimeout then is not sent and
   * answered Refused. So give the client a connection timeout and a socket timeout well below
   * callTimeout. (A backend made from a URI has one bound for all of it.)
   *
   * @param client with a pool of at least two connections
   * @param callTimeout the bound for every call; the engine reckons with it
   * @param namespace the prefix of all keys; 1 to 64 letters, digits, dots, underscores and hyphens
   * @throws LeaseConfigurationException BAD_OPTION; MISCONFIGURED if the server refuses this client
   * @throws io.leasehold.spi.BackendUnavailableException if the server does not answer
   */
  public static LeaseBackend of(RedisClient client, Duration callTimeout, String namespace) {
    return backend(client, callTimeout, namespace, false);
  }

  /**
   * {@link #of(RedisClient, Duration, String)}, also on a server that may evict leases, as a cache
   * does. A lease that is evicted is lost for its holder and vacant for the next at the same time:
   * only the fencing token still protects the resource (G5).
   *
   * @param client stays the application's: it is not closed with the backend
   * @param callTimeout the bound for every call
   * @param namespace the prefix of all keys
   * @throws LeaseConfigurationException BAD_OPTION; MISCONFIGURED if the server refuses this client
   * @throws io.leasehold.spi.BackendUnavailableException if the server does not answer
   */
  public static LeaseBackend allowingEviction(
      RedisClient client, Duration callTimeout, String namespace) {
    return backend(client, callTimeout, namespace, true);
  }

  private static LeaseBackend backend(
      RedisClient client, Duration callTimeout, String namespace, boolean allowEviction) {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(namespace, "namespace");
    checkBound(Objects.requireNonNull(callTimeout, "callTimeout"));
    Pool<Connection> pool = pool(client);
    if (pool.getMaxTotal() >= 0 && pool.getMaxTotal() < 2) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION,
          "the RedisClient's pool has maxTotal "
              + pool.getMaxTotal()
              + "; it needs at least 2: one connection is taken from the first that waits for a lease on");
    }
    UriReader.checkNamespace(namespace);
    LeaseClock clock = LeaseClock.system();
    return new RedisAssembly(
            pool,
            false,
            new PoolConnector(pool, clock, callTimeout),
            namespace,
            "the given RedisClient",
            allowEviction)
        .backend(clock, callTimeout);
  }

  private static void checkBound(Duration callTimeout) {
    if (callTimeout.compareTo(LEAST_BOUND) < 0 || callTimeout.compareTo(LARGEST_BOUND) > 0) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION,
          "callTimeout "
              + Durations.show(callTimeout)
              + " is not between "
              + Durations.show(LEAST_BOUND)
              + " and "
              + Durations.show(LARGEST_BOUND)
              + "; give one that a call to the server can keep, for instance 1 s");
    }
  }

  private static Pool<Connection> pool(RedisClient client) {
    try {
      return client.getPool();
    } catch (ClassCastException e) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION,
          "the RedisClient has no pool; give one that was built with a connection pool",
          e);
    }
  }

  /** The connection that listens is one of the pool's, and is never used for anything else. */
  private record PoolConnector(Pool<Connection> pool, LeaseClock clock, Duration callTimeout)
      implements RedisSubscriber.Connector {
    @Override
    public Connection connect() throws Exception {
      return CallBound.within(clock, callTimeout, bound -> pool.borrowObject(bound.left()));
    }

    @Override
    public void end(Connection connection) throws Exception {
      pool.invalidateObject(connection);
    }
  }
}
