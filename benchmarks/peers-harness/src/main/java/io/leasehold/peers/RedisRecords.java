package io.leasehold.peers;

import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;

/** Reads records of locks, whichever library wrote them. Thread-safe. */
final class RedisRecords implements AutoCloseable {

  /** The value of a string, or the first field of a hash, and the time left in milliseconds. */
  private static final String LOOK =
      "local kind = redis.call('TYPE', KEYS[1]).ok "
          + "local left = redis.call('PTTL', KEYS[1]) "
          + "if kind == 'string' then return {redis.call('GET', KEYS[1]), left} end "
          + "if kind == 'hash' then return {redis.call('HKEYS', KEYS[1])[1], left} end "
          + "return {}";

  /**
   * A record.
   *
   * @param owner what it says of its owner
   * @param remaining how long it lasts; as long as can be, if it has no end
   */
  record Entry(String owner, Duration remaining) {}

  private final HostAndPort store;
  private final DefaultJedisClientConfig config;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Connection connection;

  RedisRecords(String host, int port, Duration callTimeout) {
    this.store = new HostAndPort(host, port);
    int millis = (int) callTimeout.toMillis();
    this.config =
        DefaultJedisClientConfig.builder()
            .connectionTimeoutMillis(millis)
            .socketTimeoutMillis(millis)
            .build();
  }

  /**
   * Reads one.
   *
   * @throws BackendUnavailableException if the store does not answer
   */
  Optional<Entry> look(String key) {
    if (!(command(Command.EVAL, LOOK, "1", key) instanceof List<?> answer) || answer.size() < 2) {
      return Optional.empty();
    }
    long left = (Long) answer.get(1);
    return Optional.of(
        new Entry(
            new String((byte[]) answer.get(0), StandardCharsets.UTF_8),
            left < 0 ? Duration.ofDays(365) : Duration.ofMillis(left)));
  }

  /** Runs a command and returns the driver's answer. */
  @Nullable Object command(Command command, String... arguments) {
    CommandArguments line = new CommandArguments(command);
    for (String argument : arguments) {
      line.add(argument);
    }
    lock.lock();
    try {
      Connection open = connection;
      if (open == null) {
        open = new Connection(store, config);
        connection = open;
      }
      return open.executeCommand(line);
    } catch (JedisException e) {
      disconnect();
      throw new BackendUnavailableException(
          "a look at the store", new Cause(Cause.Kind.UNAVAILABLE, "no answer", e));
    } finally {
      lock.unlock();
    }
  }

  private void disconnect() {
    Connection open = connection;
    connection = null;
    if (open != null) {
      try {
        open.close();
      } catch (JedisException e) {
        // it is broken anyway
      }
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      disconnect();
    } finally {
      lock.unlock();
    }
  }
}
