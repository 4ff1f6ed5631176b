package io.leasehold.redis;

import io.leasehold.redis.ConnectionShares.Purpose;
import io.leasehold.spi.LeaseClock;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.util.Pool;

/**
 * Runs scripts on pooled connections, each call within its bound. It retries nothing: a script that
 * the server does not know has not run, so it is sent again with its text, in the same call.
 */
final class RedisConnections {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  /** A call that has less than this part of its bound left when it could be sent is not sent. */
  private static final int LEAST_PART = 4;

  private final Pool<Connection> pool;
  private final ConnectionShares shares;
  private final boolean ours;
  private final LeaseClock clock;
  private final Duration callTimeout;
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

  /** A script with what it is given, ready to be sent in either form. */
  static final class Call {
    private final RedisScript script;
    private final byte[][] keysAndArguments;

    Call(RedisScript script, byte[]... keysAndArguments) {
      this.script = script;
      this.keysAndArguments = keysAndArguments;
    }

    private CommandArguments bySha() {
      return script.bySha(keysAndArguments);
    }

    private CommandArguments byText() {
      return script.byText(keysAndArguments);
    }
  }

  /**
   * Runs one script.
   *
   * @throws NotSentException if there was no connection
   * @throws redis.clients.jedis.exceptions.JedisException what the driver says; see {@link
   *     RedisFault}
   */
  Object run(RedisScript script, byte[]... keysAndArguments) throws Exception {
    Call call = new Call(script, keysAndArguments);
    return use(
        script.purpose,
        connection -> {
          try {
            return connection.executeCommand(call.bySha());
          } catch (JedisNoScriptException e) {
            if (!isBounded(connection)) {
              throw e;
            }
            return connection.executeCommand(call.byText());
          }
        });
  }

  /** {@link #run} by its text, whether or not the server knows it. */
  Object runText(RedisScript script, byte[]... keysAndArguments) throws Exception {
    Call call = new Call(script, keysAndArguments);
    return use(script.purpose, connection -> connection.executeCommand(call.byText()));
  }

  /**
   * Runs several of one kind in one round trip. An answer is what the server said, or its error, or
   * what broke the connection before it came.
   *
   * @throws NotSentException if there was no connection
   */
  List<Object> runAll(List<Call> calls) throws Exception {
    return use(
        calls.get(0).script.purpose,
        connection -> {
          calls.forEach(call -> connection.sendCommand(call.bySha()));
          List<Object> answers = answers(connection, calls.size());
          repair(connection, calls, answers);
          return answers;
        });
  }

  private static List<Object> answers(Connection connection, int count) {
    List<Object> answers = new ArrayList<>(count);
    while (answers.size() < count) {
      try {
        answers.add(connection.getOne());
      } catch (JedisDataException e) {
        answers.add(e);
      } catch (JedisConnectionException e) { // those that have come stand
        answers.addAll(Collections.nCopies(count - answers.size(), e));
      }
    }
    return answers;
  }

  /** Sends those again that the server did not know, and only those. */
  private void repair(Connection connection, List<Call> calls, List<Object> answers) {
    List<Integer> unknown = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) instanceof JedisNoScriptException) {
        unknown.add(i);
      }
    }
    if (unknown.isEmpty() || connection.isBroken() || !isBounded(connection)) {
      return;
    }
    for (int i : unknown) {
      connection.sendCommand(calls.get(i).byText());
    }
    List<Object> again = answers(connection, unknown.size());
    for (int i = 0; i < again.size(); i++) {
      answers.set(unknown.get(i), again.get(i));
    }
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
            return onConnection(borrow(half), bound, use);
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

  private <T> T onConnection(Connection connection, CallBound bound, Use<T> use) {
    int before = connection.getSoTimeout();
    boolean inStep = false;
    try {
      // What was made too late for this call serves the next one.
      if (bound.left().compareTo(callTimeout.dividedBy(LEAST_PART)) < 0 || !isBounded(connection)) {
        throw new NotSentException(
            new SocketTimeoutException("the time went into making a connection"));
      }
      T result = use.with(connection);
      inStep = true;
      return result;
    } catch (JedisDataException e) { // an answer, and the whole of it
      inStep = !RedisFault.endsConnection(e);
      throw e;
    } catch (NotSentException e) {
      inStep = true;
      throw e;
    } finally {
      giveBack(connection, inStep && !connection.isBroken(), before);
    }
  }

  /**
   * Bounds what comes next on a connection by what is left of the call. The sockets of ours do so
   * by themselves; others wait so long for each part of an answer.
   *
   * @return false if nothing is left
   */
  private boolean isBounded(Connection connection) {
    try {
      if (!ours) {
        connection.setSoTimeout(CallBound.millisLeft(connection.getSoTimeout()));
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  private void giveBack(Connection connection, boolean inStep, int soTimeout) {
    if (connection.isBroken()) {
      forgetOthers();
    }
    try {
      if (inStep) {
        if (!ours) {
          connection.setSoTimeout(soTimeout);
        }
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
   * A connection that was cut or fell silent is seldom alone: after a restart of the server, or
   * behind a router that forgot them, the idle ones would each cost a call its answer. Those of an
   * application's pool go, too: only idle ones do, and they were cut with this one.
   */
  private void forgetOthers() {
    if (!Thread.currentThread().isInterrupted()) { // a virtual thread's interrupt closes its socket
      pool.clear();
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
