package io.leasehold.redis;

import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLSocketFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;

/**
 * Serves {@code redis://} and, over TLS, {@code rediss://}; see docs/backends/redis.md for the
 * options. Connecting tries a whole life of a lease, so that what is wrong shows at the start.
 */
public final class RedisBackendProvider implements LeaseBackendProvider {

  /** For the service loader. */
  public RedisBackendProvider() {}

  @Override
  public String id() {
    return "redis";
  }

  @Override
  public String artifact() {
    return "io.leasehold:lease-redis";
  }

  @Override
  public Set<String> schemes() {
    return Set.of("redis", "rediss");
  }

  @Override
  public int spiVersion() {
    return 1;
  }

  @Override
  public Optional<String> defaultUri() {
    return Optional.of("redis://localhost:6379");
  }

  @Override
  public LeaseBackend connect(BackendConfig config) {
    RedisOptions options = RedisOptions.of(config);
    int millis = (int) Math.max(1, config.callTimeout().toMillis());
    SSLSocketFactory tls = options.tls() ? RedisTls.factory(options.stores()) : null;
    BoundedSocketFactory sockets =
        new BoundedSocketFactory(
            new HostLookup(options.host(), InetAddress::getAllByName),
            options.host(),
            options.port(),
            millis,
            tls,
            options.verifyHost());
    JedisClientConfig client = client(options, millis);
    ConnectionPool pool =
        new ConnectionPool(
            new WakefulConnectionFactory(
                sockets, client, config.clock(), WakefulConnectionFactory.LONG_IDLE),
            pool(options.pool()));
    return new RedisAssembly(
            pool,
            true,
            new OwnConnector(config, sockets, client),
            options.namespace(),
            options.toString(),
            options.allowEviction())
        .backend(config.clock(), config.callTimeout());
  }

  /** The connection that listens is made for it and bounded while it is made. */
  private record OwnConnector(
      BackendConfig config, BoundedSocketFactory sockets, JedisClientConfig client)
      implements RedisSubscriber.Connector {
    @Override
    public Connection connect() throws Exception {
      return CallBound.within(
          config.clock(), config.callTimeout(), bound -> new Connection(sockets, client));
    }

    @Override
    public void end(Connection connection) {
      connection.disconnect();
    }
  }

  /** The driver's own timeouts are a second net under {@link CallBound}. */
  private static JedisClientConfig client(RedisOptions options, int millis) {
    return DefaultJedisClientConfig.builder()
        .connectionTimeoutMillis(millis)
        .socketTimeoutMillis(millis)
        .user(options.user().orElse(null))
        .password(options.password())
        .database(options.database())
        .clientName(options.clientName())
        .build();
  }

  static ConnectionPoolConfig pool(int size) {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(size);
    pool.setMaxIdle(size);
    pool.setMinIdle(0);
    pool.setTestWhileIdle(false);
    pool.setTestOnBorrow(true); // see WakefulConnectionFactory
    pool.setJmxEnabled(false);
    return pool;
  }
}
