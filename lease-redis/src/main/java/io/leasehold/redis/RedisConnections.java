package io.leasehold.redis;

import io.leasehold.redis.ConnectionShares.Purpose;
import io.leasehold.spi.LeaseClock;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.Pool;

/**
 * Pooled connections, each use within the bound of its call (G7): whose turn it is, whether what is
 * sent can still be answered in time, and what becomes of a connection afterwards.
 */
final class RedisConnections {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  /** A call that has less than this part of its bound left when it could be sent is not sent. */
  private static final int LEAST_PART = 4;

  /** So many in a row are no chance. */
  private static final int SILENCES = 2;

  private final Pool<Connection> pool;
  private final ConnectionShares shares;
  private final boolean ours;
  private final LeaseClock clock;
  private final Duration callTimeout;
  private final AtomicInteger silences = new AtomicInteger();
  private volatile boolean closed;

  /**
   * Uses a pool.
   *
   * @param ours false for a pool of the application: it is not closed, and its connections get
   *     their read timeout back
   */
  RedisConnections(Pool<Connection> pool, boolean ours, LeaseClock clock, Duration callTimeout) {
    this.pool = pool;
    this.shares = new ConnectionShares(ours ? pool.getMaxTotal() : pool.getMaxTotal() - 1);
    this.ours = ours;
    this.clock = clock;
    this.callTimeout = callTimeout;
  }

  /** What is done with a connection. */
  interface Use<T> {
    T with(Connection connection);
  }

  /**
   * Waits for its turn and takes a connection, within the bound of the call, and gives it back if
   * it is still in step.
   *
   * @throws NotSentException if there was no connection, or too late
   */
  <T> T use(Purpose purpose, Use<T> use) throws Exception {
    return CallBound.within(
        clock,
        callTimeout,
        bound -> {
          CallBound half = bound.firstHalf();
          awaitTurn(purpose, half);
          try {
            return onConnection(borrow(half), use);
          } finally {
            shares.giveBack(purpose);
          }
        });
  }

  private void awaitTurn(Purpose purpose, CallBound bound) {
    try {
      if (!shares.take(purpose, bound)) {
        throw new NotSentException(new NoSuchElementException("every connection is in use"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotSentException(e);
    }
  }

  private <T> T onConnection(Connection connection, Use<T> use) {
    int before = connection.getSoTimeout();
    boolean inStep = false;
    try {
      // What was made too late for this call serves the next one.
      if (!isInTime(connection)) {
        throw new NotSentException(
            new SocketTimeoutException("the time went into making a connection"));
      }
      T result = use.with(connection);
      inStep = !connection.isBroken();
      if (inStep) {
        silences.set(0);
      }
      return result;
    } catch (JedisDataException e) { // an answer, and the whole of it
      inStep = !RedisFault.endsConnection(e);
      throw e;
    } catch (NotSentException e) {
      inStep = true;
      throw e;
    } catch (JedisConnectionException e) {
      hasBroken(e);
      throw e;
    } finally {
      giveBack(connection, inStep, before);
    }
  }

  /**
   * Whether enough of the call's time is left to send something. If so, what comes next is bounded
   * by the rest: sockets of ours do that by themselves, others wait so long for each part of an
   * answer.
   */
  boolean isInTime(Connection connection) {
    try {
      if (!ours) {
        connection.setSoTimeout(CallBound.millisLeft(connection.getSoTimeout()));
      }
      return CallBound.isEnoughLeft(callTimeout.dividedBy(LEAST_PART));
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  private void giveBack(Connection connection, boolean inStep, int soTimeout) {
    try {
      if (!ours) {
        // To close it over TLS the driver reads for so long; see CallBound.closing for ours.
        connection.setSoTimeout(inStep ? soTimeout : 1);
      }
    } catch (JedisConnectionException e) {
      LOG.debug("a connection is closed already", e);
    }
    try {
      if (inStep) {
        pool.returnObject(connection);
      } else {
        pool.invalidateObject(connection);
      }
    } catch (Exception e) {
      // The pool tried to make another one for who waits; they learn themselves what is wrong.
      LOG.debug("a connection was not replaced", e);
    }
  }

  /** Several uses in a row, all of them within the bound of one call. */
  <T> T inOneCall(Callable<T> uses) throws Exception {
    return CallBound.within(clock, callTimeout, bound -> uses.call());
  }

  private Connection borrow(CallBound bound) {
    if (closed) {
      throw new NotSentException(new IllegalStateException("the backend is closed"));
    }
    try {
      return pool.borrowObject(bound.left());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotSentException(e);
    } catch (Exception e) {
      throw new NotSentException(e);
    }
  }

  /**
   * A connection that was cut is seldom alone: after a restart of the server the idle ones would
   * each cost a call its answer. One that is silent may only be slow; if the next is silent too,
   * with no answer in between, a router has forgotten them, or the server stands.
   */
  void hasBroken(JedisConnectionException error) {
    boolean silent = error.getCause() instanceof SocketTimeoutException;
    if (Thread.currentThread().isInterrupted()) {
      return; // a virtual thread's interrupt closes its socket
    }
    if (!silent || silences.incrementAndGet() >= SILENCES) {
      silences.set(0);
      if (ours) {
        pool.clear();
      } else {
        forgetElsewhere();
      }
    }
  }

  /** Closing an application's connections is not bounded by us: the call waits for its rest. */
  private void forgetElsewhere() {
    Thread thread = new Thread(pool::clear, "leasehold-redis-forget");
    thread.setDaemon(true);
    try {
      thread.start();
      thread.join(CallBound.millisLeft(1));
    } catch (SocketTimeoutException | OutOfMemoryError e) { // no time, or no thread
      LOG.debug("idle connections are not, or not yet, closed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isClosed() {
    return closed || pool.isClosed();
  }

  /** Later calls are not sent. Ends the connections, if they are ours. */
  void close() {
    closed = true;
    if (ours) {
      pool.close();
    }
  }
}
