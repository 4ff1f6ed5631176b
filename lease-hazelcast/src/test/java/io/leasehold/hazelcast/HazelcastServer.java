package io.leasehold.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.servers.ServerSpec;
import io.leasehold.servers.TestServer;
import io.leasehold.servers.TestServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A member of a test's own, in a process of its own, with the leases' classes. */
final class HazelcastServer implements AutoCloseable {

  private static final int BOUND = (int) Duration.ofSeconds(1).toMillis();

  private static final Duration LEAVE_BOUND = Duration.ofSeconds(60);

  private final TestServer server;
  private final Path ready;

  private HazelcastServer(TestServer server, Path ready) {
    this.server = server;
    this.ready = ready;
  }

  /** A cluster of one. */
  static HazelcastServer start(String... settings) {
    return start(List.of(), settings);
  }

  /** Starts one that joins others, given as host:port. */
  static HazelcastServer start(List<String> others, String... settings) {
    Path ready = newFile();
    return new HazelcastServer(
        TestServers.here()
            .start(
                new ServerSpec(
                    "java",
                    "openjdk-17-jre-headless",
                    "LEASEHOLD_TEST_HAZELCAST",
                    "hazelcast/hazelcast:5.7.0",
                    port -> command(port, ready, others, settings),
                    List.of(),
                    (host, port) -> isUp(host, port, ready))),
        ready);
  }

  private static List<String> command(
      int port, Path ready, List<String> others, String... settings) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                MemberMain.class.getName(),
                "" + port,
                ready.toString(),
                others.isEmpty() ? "-" : String.join(",", others)));
    command.addAll(List.of(settings));
    return command;
  }

  private static Path newFile() {
    try {
      Path file = Files.createTempFile("member", ".up");
      file.toFile().deleteOnExit();
      Files.delete(file);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A port that answers may be that of a member which has not joined yet. */
  private static boolean isUp(String host, int port, Path ready) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), BOUND);
      return Files.exists(ready);
    } catch (IOException e) {
      return false;
    }
  }

  String address() {
    return server.host() + ":" + server.port();
  }

  String host() {
    return server.host();
  }

  int port() {
    return server.port();
  }

  String uri() {
    return "hazelcast://" + address() + "/tck?routing=given";
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

  /** Ends it in order: it hands over what it keeps. Waits until then. */
  void leave() {
    try {
      Files.writeString(ready, MemberMain.LEAVE);
      long end = System.nanoTime() + LEAVE_BOUND.toNanos();
      while (!Files.readString(ready).equals(MemberMain.LEFT)) {
        assertThat(System.nanoTime() - end).as("it has not left").isNegative();
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  String log() {
    return server.log();
  }

  @Override
  public void close() {
    server.close();
    try {
      Files.deleteIfExists(ready);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
