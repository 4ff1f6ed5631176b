package io.leasehold.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.leasehold.servers.ServerSpec;
import io.leasehold.servers.TestServer;
import io.leasehold.servers.TestServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An etcd of a test's own, on a free port, and an administrator's jetcd client to it. */
final class EtcdServer implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final ByteSequence ALL = bytes("\0");

  private final TestServer server;
  private final Client admin;

  private EtcdServer(TestServer server) {
    this.server = server;
    this.admin =
        Client.builder().endpoints("http://" + server.host() + ":" + server.port()).build();
  }

  /** Starts one; options as on etcd's command line. */
  static EtcdServer start(String... options) {
    return new EtcdServer(TestServers.here().start(ServerSpec.etcd(options)));
  }

  /** The one that the environment names, or one of our own. */
  static EtcdServer givenOrStarted() {
    return new EtcdServer(TestServers.here().givenOrStarted(ServerSpec.etcd()));
  }

  static boolean isGiven() {
    return TestServers.here().isGiven(ServerSpec.etcd());
  }

  static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }

  int port() {
    return server.port();
  }

  String host() {
    return server.host();
  }

  String uri() {
    return "etcd://" + host() + ":" + port();
  }

  Client admin() {
    return admin;
  }

  static <T> T get(CompletableFuture<T> future) {
    try {
      return future.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  void put(String key, String value) {
    get(admin.getKVClient().put(bytes(key), bytes(value)));
  }

  void delete(String key) {
    get(admin.getKVClient().delete(bytes(key)));
  }

  List<KeyValue> find(String key) {
    return get(admin.getKVClient().get(bytes(key))).getKvs();
  }

  List<String> keys() {
    return get(admin.getKVClient().get(ALL, GetOption.builder().withRange(ALL).build()))
        .getKvs()
        .stream()
        .map(kv -> kv.getKey().toString(StandardCharsets.UTF_8))
        .toList();
  }

  void wipe() {
    get(admin.getKVClient().delete(ALL, DeleteOption.builder().withRange(ALL).build()));
  }

  /** A counter of the server's own, summed over its labels. */
  long counter(String name) {
    return counter(name, "");
  }

  /** Of those whose labels contain that text. */
  long counter(String name, String label) {
    Matcher lines =
        Pattern.compile("(?m)^" + name + "(\\{[^}]*\\})? ([0-9.e+]+)$").matcher(metrics());
    double sum = 0;
    while (lines.find()) {
      if (label.isEmpty() || String.valueOf(lines.group(1)).contains(label)) {
        sum += Double.parseDouble(lines.group(2));
      }
    }
    return (long) sum;
  }

  String metrics() {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + host() + ":" + port() + "/metrics"))
            .timeout(PATIENCE)
            .build();
    try {
      return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
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

  void stop() {
    server.stop();
  }

  void launch() {
    server.launch();
  }

  void awaitReady() {
    server.awaitReady();
  }

  @Override
  public void close() {
    admin.close();
    server.close();
  }
}
