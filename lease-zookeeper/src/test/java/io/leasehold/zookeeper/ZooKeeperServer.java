package io.leasehold.zookeeper;

import io.leasehold.servers.ServerSpec;
import io.leasehold.servers.TestServer;
import io.leasehold.servers.TestServers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;

/** A ZooKeeper server of a test's own, in a JVM of its own, on a free port. */
final class ZooKeeperServer implements AutoCloseable {

  private static final int BOUND = 2_000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestServer server;

  private ZooKeeperServer(TestServer server) {
    this.server = server;
  }

  /** Starts one with this tick, which gives sessions up to that timeout. */
  static ZooKeeperServer start(Duration tick, Duration longest, String... lines) {
    return new ZooKeeperServer(TestServers.here().start(spec(tick, longest, lines)));
  }

  /** Starts one of an ensemble; it answers once there are enough of them. */
  static ZooKeeperServer member(int number, Duration tick, Duration longest, String... lines) {
    return new ZooKeeperServer(TestServers.here().start(spec(number, tick, longest, lines)));
  }

  /** The one that the environment names, or one of our own. */
  static ZooKeeperServer givenOrStarted(Duration tick, Duration longest) {
    return new ZooKeeperServer(TestServers.here().givenOrStarted(spec(tick, longest)));
  }

  static boolean isGiven() {
    return TestServers.here().isGiven(spec(Duration.ofSeconds(2), Duration.ofSeconds(40)));
  }

  private static ServerSpec spec(Duration tick, Duration longest, String... lines) {
    return spec(1, tick, longest, lines);
  }

  private static ServerSpec spec(int number, Duration tick, Duration longest, String... lines) {
    return new ServerSpec(
        "java",
        "default-jre-headless",
        "LEASEHOLD_TEST_ZOOKEEPER",
        "zookeeper:3.9.5",
        port -> command(port, number, tick, longest, lines),
        List.of(),
        (host, port) -> ask(host, port, "srvr").contains("Mode:"));
  }

  private static List<String> command(
      int port, int number, Duration tick, Duration longest, String... lines) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "-Xmx160m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dzookeeper.admin.enableServer=false",
                "-Dzookeeper.4lw.commands.whitelist=*",
                "-Dzookeeper.preAllocSize=1024",
                // its death by SIGKILL loses nothing that the system has taken
                "-Dzookeeper.forceSync=no",
                // without a majority it serves reads to those who ask for that
                "-Dreadonlymode.enabled=true",
                "-cp",
                System.getProperty("java.class.path"),
                ServerMain.class.getName(),
                "" + port,
                "" + number,
                "tickTime=" + tick.toMillis(),
                "maxSessionTimeout=" + longest.toMillis(),
                "maxClientCnxns=0"));
    command.addAll(List.of(lines));
    return command;
  }

  /** The answer to a four-letter word; empty if there is none. */
  private static String ask(String host, int port, String word) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), BOUND);
      socket.setSoTimeout(BOUND);
      socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      return "";
    }
  }

  interface Condition {
    boolean holds() throws Exception;
  }

  static void until(String what, Condition condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (!condition.holds()) {
        if (System.nanoTime() - end > 0) {
          throw new AssertionError("still waiting until " + what);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
      }
    } catch (Exception e) {
      throw new AssertionError(what, e);
    }
  }

  String host() {
    return server.host();
  }

  int port() {
    return server.port();
  }

  String address() {
    return host() + ":" + port();
  }

  /** What it says of its part in the ensemble; empty if it does not answer. */
  String mode() {
    Matcher line = Pattern.compile("(?m)^Mode: (.*)$").matcher(ask(host(), port(), "srvr"));
    return line.find() ? line.group(1) : "";
  }

  /** A number that the server counts. */
  long metric(String name) {
    Matcher line =
        Pattern.compile("(?m)^zk_" + name + "\\s+([0-9.]+)").matcher(ask(host(), port(), "mntr"));
    if (!line.find()) {
      throw new AssertionError("the server does not count " + name);
    }
    return (long) Double.parseDouble(line.group(1));
  }

  /** What an administrator does. */
  interface Work<T> {
    T run(ZooKeeper admin) throws KeeperException, InterruptedException;
  }

  /** With a connection of its own. */
  <T> T admin(Work<T> work) {
    try {
      ZooKeeper admin = new ZooKeeper(address(), 10_000, ZooKeeperServer::ignore);
      try {
        until("the administrator is connected", () -> admin.getState().isConnected());
        return work.run(admin);
      } finally {
        admin.close();
      }
    } catch (IOException | KeeperException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void ignore(WatchedEvent event) {}

  /** Deletes a node and all below it, if it is there. */
  void deleteAll(String path) {
    until("all is deleted", () -> admin(admin -> isDeleted(admin, path)));
  }

  /** False if a client has made a node meanwhile. */
  private static boolean isDeleted(ZooKeeper admin, String path)
      throws KeeperException, InterruptedException {
    try {
      if (admin.exists(path, false) != null) {
        ZKUtil.deleteRecursive(admin, path);
      }
      return true;
    } catch (KeeperException.NotEmptyException | KeeperException.NoNodeException e) {
      return false;
    }
  }

  void freeze() {
    server.freeze();
  }

  void thaw() {
    server.thaw();
  }

  void stop() {
    server.stop();
  }

  void launch() {
    server.launch();
  }

  void awaitReady() {
    server.awaitReady();
  }

  void restart() {
    stop();
    launch();
    awaitReady();
  }

  @Override
  public void close() {
    server.close();
  }
}
