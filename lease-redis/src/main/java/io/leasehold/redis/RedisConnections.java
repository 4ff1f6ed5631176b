package io.leasehold.redis;

import io.leasehold.spi.LeaseClock;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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

  private final Pool<Connection> pool;
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
        connection -> {
          try {
            return connection.executeCommand(call.bySha());
          } catch (JedisNoScriptException e) {
            return connection.executeCommand(call.byText());
          }
        });
  }

  /** Runs several in one round trip; an answer is what the server said, or its error. */
  List<Object> runAll(List<Call> calls) throws Exception {
    return use(
        connection -> {
          calls.forEach(call -> connection.sendCommand(call.bySha()));
          List<Object> answers = new ArrayList<>(connection.getMany(calls.size()));
          repair(connection, calls, answers);
          return answers;
        });
  }

  /** Sends those again that the server did not know, and only those. */
  private static void repair(Connection connection, List<Call> calls, List<Object> answers) {
    List<Integer> unknown = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) instanceof JedisNoScriptException) {
        unknown.add(i);
      }
    }
    for (int i : unknown) {
      connection.sendCommand(calls.get(i).byText());
    }
    List<Object> again = unknown.isEmpty() ? List.of() : connection.getMany(unknown.size());
    for (int i = 0; i < again.size(); i++) {
      answers.set(unknown.get(i), again.get(i));
    }
  }

  /** Takes a connection, within the bound of the call, and gives it back if it is still in step. */
  <T> T use(Use<T> use) throws Exception {
    return CallBound.within(
        clock,
        callTimeout,
        bound -> {
          Connection connection = borrow(bound);
          boolean inStep = false;
          try {
            T result = ours ? use.with(connection) : withReadTimeout(connection, use);
            inStep = true;
            return result;
          } catch (JedisDataException e) { // an answer, and the whole of it
            inStep = !RedisFault.endsConnection(e);
            throw e;
          } catch (NotSentException e) {
            inStep = true;
            throw e;
          } catch (JedisConnectionException e) {
            forgetOthers();
            throw e;
          } finally {
            if (inStep && !connection.isBroken()) {
              pool.returnObject(connection);
            } else {
              pool.invalidateObject(connection);
            }
          }
        });
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

  /** Ours have sockets that know the bound; others wait as long as what was left at the start. */
  private static <T> T withReadTimeout(Connection connection, Use<T> use) {
    int before = connection.getSoTimeout();
    try {
      connection.setSoTimeout(CallBound.millisLeft(before));
    } catch (SocketTimeoutException e) { // to make the connection took all the time
      throw new NotSentException(e);
    }
    try {
      return use.with(connection);
    } finally {
      if (!connection.isBroken()) {
        connection.setSoTimeout(before);
      }
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
