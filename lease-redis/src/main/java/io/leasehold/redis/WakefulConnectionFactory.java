package io.leasehold.redis;

import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import org.apache.commons.pool2.PooledObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionFactory;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Looks whether a connection that was idle for long still lives, before a call is entrusted to it.
 * Servers ({@code timeout}) and firewalls end idle connections, and a client that acquires a lease
 * every few minutes would else get no answer each time. A busy one is not asked: that would cost
 * every call a round trip.
 */
final class WakefulConnectionFactory extends ConnectionFactory {

  /** Nobody ends connections that were idle for less. */
  static final Duration LONG_IDLE = Duration.ofSeconds(5);

  private final Duration longIdle;
  private final LeaseClock clock;

  WakefulConnectionFactory(
      JedisSocketFactory sockets, JedisClientConfig client, LeaseClock clock, Duration longIdle) {
    super(sockets, client);
    this.clock = clock;
    this.longIdle = longIdle;
  }

  @Override
  public PooledObject<Connection> makeObject() throws Exception {
    return CallBound.making(super::makeObject);
  }

  @Override
  public void destroyObject(PooledObject<Connection> pooled) throws Exception {
    CallBound.closing(clock, () -> super.destroyObject(pooled));
  }

  @Override
  public boolean validateObject(PooledObject<Connection> pooled) {
    try {
      return pooled.getIdleDuration().compareTo(longIdle) < 0 || pooled.getObject().ping();
    } catch (JedisException e) {
      return false; // dead, as expected now and then: the pool takes another one
    }
  }
}
