package io.leasehold.redis;

import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisPubSub;

/**
 * One connection that listens to the client's channel, for all names that are waited for; and one
 * thread that reads it, from the first waiter on. It reconnects for as long as the client is open.
 *
 * <p>A subscriber's read has no bound, and a frozen server or a cut cable is silent. So whoever
 * asks {@link #isListening()}, which every waiting acquire does, looks at the time of the last sign
 * of life, sends a ping when that is long ago, and cuts a connection whose pong, or whose first
 * word that it listens, does not come.
 */
final class RedisSubscriber {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  private static final long FIRST_PAUSE = Duration.ofMillis(50).toNanos();
  private static final long LONGEST_PAUSE = Duration.ofSeconds(1).toNanos();

  /** Where its connection comes from. */
  interface Connector {
    /** Makes or borrows one, within the bound of a call. */
    Connection connect() throws Exception;

    /** It is of no more use. */
    void end(Connection connection) throws Exception;
  }

  /**
   * How the connection stands.
   *
   * @param heardAt the last sign of life
   * @param pingedAt when a ping was sent that is not answered yet
   */
  private record Life(boolean listening, long heardAt, @Nullable Long pingedAt) {}

  private final String channel;
  private final Connector connector;
  private final LeaseClock clock;
  private final long patience;
  private final Consumer<String> message;
  private final Runnable connected;
  private final AtomicReference<Life> life = new AtomicReference<>(new Life(false, 0, null));
  private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
  private volatile @Nullable Connection connection;
  private volatile long connectedAt;
  private volatile boolean closed;

  RedisSubscriber(
      String channel,
      Connector connector,
      LeaseClock clock,
      Duration callTimeout,
      Consumer<String> message,
      Runnable connected) {
    this.channel = channel;
    this.connector = connector;
    this.clock = clock;
    this.patience = callTimeout.toNanos();
    this.message = message;
    this.connected = connected;
  }

  /** Starts listening if nobody does yet. */
  boolean listen() {
    if (thread.get() == null) {
      start();
    }
    return isListening();
  }

  /** Looks whether the connection still lives. */
  boolean isListening() {
    Life now = life.get();
    if (now.listening) {
      look(now);
    } else if (connection != null && clock.nanos() - connectedAt > patience) {
      cut(); // it was never told that it listens
    }
    return life.get().listening;
  }

  private void start() {
    Thread fresh = new Thread(this::run, "leasehold-redis-subscriber");
    fresh.setDaemon(true);
    if (!closed && thread.compareAndSet(null, fresh)) {
      try {
        fresh.start();
      } catch (OutOfMemoryError e) { // no thread can be made: waiters poll, and the next one tries
        thread.compareAndSet(fresh, null);
        LOG.warn("nobody listens for vacant leases; waiters poll", e);
      }
    }
  }

  private void look(Life seen) {
    long now = clock.nanos();
    if (seen.pingedAt != null) {
      if (now - seen.pingedAt > patience) {
        cut();
      }
    } else if (now - seen.heardAt > patience
        && life.compareAndSet(seen, new Life(true, seen.heardAt, now))) {
      try {
        listener.ping();
      } catch (RuntimeException e) {
        cut();
      }
    }
  }

  private final JedisPubSub listener =
      new JedisPubSub() {
        @Override
        public void onSubscribe(String to, int count) {
          heard();
          connected.run();
        }

        @Override
        public void onMessage(String from, String text) {
          heard();
          try {
            message.accept(text);
          } catch (RuntimeException e) { // anybody may publish anything on a channel
            LOG.debug("the message \"{}\" on {} woke nobody", text, from, e);
          }
        }

        @Override
        public void onPong(String pattern) {
          heard();
        }
      };

  private void heard() {
    life.set(new Life(true, clock.nanos(), null));
  }

  private void run() {
    try {
      keepListening();
    } finally {
      // An Error ends this thread: the next waiter starts another.
      thread.compareAndSet(Thread.currentThread(), null);
    }
  }

  private void keepListening() {
    long pause = FIRST_PAUSE;
    while (!closed) {
      long began = clock.nanos();
      untilItEnds();
      boolean lasted = clock.nanos() - began > LONGEST_PAUSE;
      pause = lasted ? FIRST_PAUSE : Math.min(2 * pause, LONGEST_PAUSE);
      if (!closed) {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(pause / 2, pause));
      }
    }
  }

  /** The life of one connection. */
  private void untilItEnds() {
    Connection fresh;
    try {
      fresh = connector.connect();
    } catch (Exception e) {
      LOG.debug("there is no connection to hear of vacant leases; waiters poll", e);
      return;
    }
    connectedAt = clock.nanos();
    connection = fresh;
    try {
      if (!closed) { // close() looks for the connection after it has set the flag
        listener.proceed(fresh, channel);
      }
    } catch (RuntimeException e) {
      if (!closed) {
        LOG.debug("the connection that hears of vacant leases has ended; waiters poll", e);
      }
    } finally {
      life.set(new Life(false, clock.nanos(), null));
      cut();
      connection = null;
      end(fresh);
    }
  }

  private void end(Connection ended) {
    try {
      CallBound.closing(clock, () -> connector.end(ended));
    } catch (Exception e) {
      LOG.debug("the connection of the subscriber was not given back cleanly", e);
    }
  }

  /** Ends the connection; its thread's read fails then. */
  private void cut() {
    Connection present = connection;
    if (present != null) {
      try {
        CallBound.closing(clock, present::forceDisconnect);
      } catch (Exception e) {
        LOG.debug("the connection of the subscriber did not close cleanly", e);
      }
    }
  }

  void close() {
    closed = true;
    cut();
    Thread reader = thread.getAndSet(Thread.currentThread());
    if (reader != null) {
      LockSupport.unpark(reader);
    }
  }
}
