package io.leasehold.redis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * Runs scripts, one or many in a round trip. It retries nothing: a script that the server does not
 * know has not run, so it is sent again with its text, in the same call.
 */
final class ScriptCalls {

  private final RedisConnections connections;

  ScriptCalls(RedisConnections connections) {
    this.connections = connections;
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
    return connections.use(
        script.purpose,
        connection -> {
          try {
            return connection.executeCommand(call.bySha());
          } catch (JedisNoScriptException e) {
            if (!connections.isInTime(connection)) {
              throw e;
            }
            return connection.executeCommand(call.byText());
          }
        });
  }

  /** {@link #run} by its text, whether or not the server knows it. */
  Object runText(RedisScript script, byte[]... keysAndArguments) throws Exception {
    Call call = new Call(script, keysAndArguments);
    return connections.use(script.purpose, connection -> connection.executeCommand(call.byText()));
  }

  /**
   * Runs several of one kind in one round trip. An answer is what the server said, or its error, or
   * what broke the connection before it came.
   *
   * @throws NotSentException if there was no connection
   */
  List<Object> runAll(List<Call> calls) throws Exception {
    return connections.use(
        calls.get(0).script.purpose,
        connection -> {
          calls.forEach(call -> connection.sendCommand(call.bySha()));
          List<Object> answers = answers(connection, calls.size());
          repair(connection, calls, answers);
          return answers;
        });
  }

  private List<Object> answers(Connection connection, int count) {
    List<Object> answers = new ArrayList<>(count);
    while (answers.size() < count) {
      try {
        answers.add(connection.getOne());
      } catch (JedisDataException e) {
        answers.add(e);
      } catch (JedisConnectionException e) { // those that have come stand
        connections.hasBroken(e);
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
    if (unknown.isEmpty() || connection.isBroken() || !connections.isInTime(connection)) {
      return;
    }
    List<Object> again;
    try {
      for (int i : unknown) {
        connection.sendCommand(calls.get(i).byText());
      }
      again = answers(connection, unknown.size());
    } catch (JedisConnectionException e) { // while it was sent: of these nothing is known
      connections.hasBroken(e);
      again = Collections.nCopies(unknown.size(), e);
    }
    for (int i = 0; i < again.size(); i++) {
      answers.set(unknown.get(i), again.get(i));
    }
  }
}
