package io.leasehold.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;

/** A redis-server of a test's own, on a free port, without persistence unless it is asked for. */
final class RedisServer implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Path folder;
  private final int port;
  private final List<String> options;
  private Process process;

  private RedisServer(List<String> options) {
    this.options = options;
    try {
      this.folder = Files.createTempDirectory("redis");
      this.port = freePort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.process = launch();
  }

  /** Starts one; options as on redis-server's command line. */
  static RedisServer start(String... options) {
    RedisServer server = new RedisServer(List.of(options));
    server.awaitReady();
    return server;
  }

  /** Starts one that speaks TLS too, on a port of its own. */
  static RedisServer startTls(Certificates certificates, String... options) {
    List<String> all = new ArrayList<>(List.of("--tls-port", "" + freePort()));
    all.addAll(certificates.serverOptions());
    all.addAll(List.of(options));
    RedisServer server = new RedisServer(all);
    server.awaitReady();
    return server;
  }

  private static int freePort() {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int tlsPort() {
    return Integer.parseInt(options.get(options.indexOf("--tls-port") + 1));
  }

  String tlsUri() {
    return "rediss://127.0.0.1:" + tlsPort();
  }

  private Process launch() {
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of("redis-server", "--port", "" + port, "--bind", "127.0.0.1", "--save", ""));
    command.addAll(List.of("--dir", folder.toString(), "--appendonly", "no"));
    command.addAll(options);
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(folder.resolve("log").toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "redis-server does not start; install it: sudo apt-get install -y redis-server", e);
    }
  }

  private void awaitReady() {
    until(
        "redis-server answers",
        () -> {
          if (!process.isAlive()) {
            throw new AssertionError("redis-server has ended: " + log());
          }
          try {
            command(Command.PING);
            return true;
          } catch (JedisException e) {
            return String.valueOf(e.getMessage()).contains("NOAUTH");
          }
        });
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException e) {
      return e.toString();
    }
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
    return port;
  }

  long pid() {
    return process.pid();
  }

  Path folder() {
    return folder;
  }

  String uri() {
    return "redis://127.0.0.1:" + port;
  }

  /** Another connection, as an administrator has. */
  Object command(Command command, String... arguments) {
    return command(DefaultJedisClientConfig.builder().build(), command, arguments);
  }

  Object command(DefaultJedisClientConfig config, Command command, String... arguments) {
    CommandArguments line = new CommandArguments(command);
    for (String argument : arguments) {
      line.add(argument);
    }
    try (Connection connection = new Connection(new HostAndPort("127.0.0.1", port), config)) {
      return connection.executeCommand(line);
    }
  }

  /** A connection that stays. */
  Guest guest() {
    return new Guest(new Connection(new HostAndPort("127.0.0.1", port)));
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
    signal("STOP");
  }

  void thaw() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      int code =
          new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " " + pid()).start().waitFor();
      if (code != 0) {
        throw new AssertionError("SIG" + name + " was refused");
      }
      boolean stop = name.equals("STOP");
      until("state after SIG" + name, () -> isStopped() == stop);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private boolean isStopped() {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid() + "/stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void restart() {
    relaunch();
    awaitReady();
  }

  /** As {@link #restart()}, without waiting until it answers. */
  void relaunch() {
    kill();
    process = launch();
  }

  /** Ends it; {@link #restart()} brings it back on the same port. */
  void stop() {
    kill();
  }

  private void kill() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    kill();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
