package io.leasehold.redis;

import io.leasehold.servers.Ports;
import io.leasehold.servers.ServerSpec;
import io.leasehold.servers.TestServer;
import io.leasehold.servers.TestServers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.util.SafeEncoder;

/** A redis-server of a test's own, on a free port, without persistence unless it is asked for. */
final class RedisServer implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final TestServer server;
  private final List<String> options;

  private RedisServer(TestServer server, List<String> options) {
    this.server = server;
    this.options = options;
  }

  /** Starts one; options as on redis-server's command line. */
  static RedisServer start(String... options) {
    return start(ServerSpec.redis(options), options);
  }

  /** Starts one that speaks TLS too, on a port of its own. */
  static RedisServer startTls(Certificates certificates, String... options) {
    List<String> all = new ArrayList<>(List.of("--tls-port", "" + Ports.free()));
    all.addAll(certificates.serverOptions());
    all.addAll(List.of(options));
    String[] line = all.toArray(String[]::new);
    return start(ServerSpec.redis(line).withFiles(certificates.serverFiles()), line);
  }

  private static RedisServer start(ServerSpec spec, String... options) {
    return new RedisServer(TestServers.here().start(spec), List.of(options));
  }

  /** The one that the environment names, or one of our own. */
  static RedisServer givenOrStarted() {
    return new RedisServer(TestServers.here().givenOrStarted(ServerSpec.redis()), List.of());
  }

  static boolean isGiven() {
    return TestServers.here().isGiven(ServerSpec.redis());
  }

  int tlsPort() {
    return Integer.parseInt(options.get(options.indexOf("--tls-port") + 1));
  }

  String tlsUri() {
    return "rediss://127.0.0.1:" + tlsPort();
  }

  interface Condition {
    boolean holds();
  }

  static void until(String what, Condition condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("still waiting until " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
  }

  int port() {
    return server.port();
  }

  String host() {
    return server.host();
  }

  String uri() {
    return "redis://" + server.host() + ":" + port();
  }

  /** Another connection, as an administrator has. */
  Object command(Command command, String... arguments) {
    return command(DefaultJedisClientConfig.builder().build(), command, arguments);
  }

  Object command(DefaultJedisClientConfig config, ProtocolCommand command, String... arguments) {
    CommandArguments line = new CommandArguments(command);
    for (String argument : arguments) {
      line.add(argument);
    }
    try (Connection connection = new Connection(new HostAndPort(server.host(), port()), config)) {
      return connection.executeCommand(line);
    }
  }

  /** A command that the driver does not know. */
  void command(String command, String... arguments) {
    command(
        DefaultJedisClientConfig.builder().build(), () -> SafeEncoder.encode(command), arguments);
  }

  /** A connection that stays. */
  Guest guest() {
    return new Guest(new Connection(new HostAndPort(server.host(), port())));
  }

  record Guest(Connection connection) implements AutoCloseable {
    Object command(Command command, String... arguments) {
      CommandArguments line = new CommandArguments(command);
      for (String argument : arguments) {
        line.add(argument);
      }
      return connection.executeCommand(line);
    }

    @Override
    public void close() {
      connection.close();
    }
  }

  String text(Command command, String... arguments) {
    return text(command(command, arguments));
  }

  static String text(Object answer) {
    if (answer instanceof List<?> list) {
      return list.stream().map(RedisServer::text).toList().toString();
    }
    return answer instanceof byte[] bytes
        ? new String(bytes, StandardCharsets.UTF_8)
        : String.valueOf(answer);
  }

  /** How often it ran a command, also inside scripts, since CONFIG RESETSTAT. */
  long calls(String command) {
    Matcher line =
        Pattern.compile("(?m)^cmdstat_" + command + ":calls=(\\d+)")
            .matcher(text(Command.INFO, "commandstats"));
    return line.find() ? Long.parseLong(line.group(1)) : 0;
  }

  /** All keys of that pattern, sorted. */
  List<String> keys(String pattern) {
    return keysIn(0, pattern);
  }

  List<String> keysIn(int database, String pattern) {
    DefaultJedisClientConfig config = DefaultJedisClientConfig.builder().database(database).build();
    List<String> keys = new ArrayList<>();
    for (Object key : (List<?>) command(config, Command.KEYS, pattern)) {
      keys.add(text(key));
    }
    keys.sort(null);
    return keys;
  }

  void freeze() {
    server.freeze();
  }

  void thaw() {
    server.thaw();
  }

  void restart() {
    relaunch();
    server.awaitReady();
  }

  /** As {@link #restart()}, without waiting until it answers. */
  void relaunch() {
    server.stop();
    server.launch();
  }

  /** Ends it; {@link #restart()} brings it back on the same port. */
  void stop() {
    server.stop();
  }

  @Override
  public void close() {
    server.close();
  }
}
