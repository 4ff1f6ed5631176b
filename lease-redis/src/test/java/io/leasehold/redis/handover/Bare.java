package io.leasehold.redis.handover;

import io.leasehold.servers.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;

/** What the two other ways have in common: a lock without fence, owner data and renewal. */
abstract class Bare implements Contestant {

  static final String NAME = "bare";
  static final String POLL_SECONDS = "1";

  final HostAndPort address;
  private final Connection connection;
  private final String owner = UUID.randomUUID().toString();

  Bare(TestServer server) {
    address = new HostAndPort(server.host(), server.port());
    connection = new Connection(address);
  }

  final boolean tryAcquire() {
    return command(Command.SET, NAME, owner, "NX", "PX", "60000") != null;
  }

  /** Compares, deletes, and does what wakes the others. */
  final void release(String wake) {
    String script =
        "if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) "
            + wake
            + " end return 1";
    command(Command.EVAL, script, "2", NAME, NAME + ":queue", owner);
  }

  final Object command(Command command, String... arguments) {
    CommandArguments line = new CommandArguments(command);
    for (String argument : arguments) {
      line.add(argument.getBytes(StandardCharsets.UTF_8));
    }
    return connection.executeCommand(line);
  }

  @Override
  public void close() {
    connection.close();
  }
}
