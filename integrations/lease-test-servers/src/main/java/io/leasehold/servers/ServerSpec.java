package io.leasehold.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.IntFunction;

/**
 * Which server to start, and how. Immutable.
 *
 * @param program its name on the PATH
 * @param debianPackage what installs it
 * @param variable the environment variable that names a server which runs already, as host:port
 * @param image its container image
 * @param arguments its command line for a port; it has to listen on 127.0.0.1
 * @param files what the arguments name, at the same paths in a container
 * @param answers whether the server at a host and port answers now
 */
public record ServerSpec(
    String program,
    String debianPackage,
    String variable,
    String image,
    IntFunction<List<String>> arguments,
    List<Path> files,
    BiPredicate<String, Integer> answers) {

  /** A redis-server that keeps nothing on its disk unless told; options as on its command line. */
  public static ServerSpec redis(String... options) {
    return new ServerSpec(
        "redis-server",
        "redis-server",
        "LEASEHOLD_TEST_REDIS",
        "redis:7.0.15",
        port -> redisArguments(port, options),
        List.of(),
        RedisPing::answers);
  }

  private static List<String> redisArguments(int port, String... options) {
    List<String> arguments = new ArrayList<>(List.of("--port", "" + port, "--bind", "127.0.0.1"));
    arguments.addAll(List.of("--save", "", "--appendonly", "no"));
    arguments.addAll(List.of(options));
    return arguments;
  }

  /**
   * An etcd of one member, whose elections take 300 ms, so that a lease may last for a second; more
   * options as on its command line, where a later one wins.
   */
  public static ServerSpec etcd(String... options) {
    Map<Integer, Integer> peers = new ConcurrentHashMap<>(); // the same one over a restart
    return new ServerSpec(
        "etcd",
        "etcd-server",
        "LEASEHOLD_TEST_ETCD",
        "quay.io/coreos/etcd:v3.4.23",
        port -> etcdArguments(port, peers.computeIfAbsent(port, p -> Ports.free()), options),
        List.of(),
        EtcdHealth::answers);
  }

  private static List<String> etcdArguments(int port, int peer, String... options) {
    String client = "http://127.0.0.1:" + port;
    String other = "http://127.0.0.1:" + peer;
    List<String> arguments = new ArrayList<>(List.of("--name", "one", "--data-dir", "data"));
    arguments.addAll(List.of("--listen-client-urls", client, "--advertise-client-urls", client));
    arguments.addAll(List.of("--listen-peer-urls", other));
    arguments.addAll(List.of("--initial-advertise-peer-urls", other));
    arguments.addAll(List.of("--initial-cluster", "one=" + other));
    arguments.addAll(List.of("--heartbeat-interval", "50", "--election-timeout", "300"));
    arguments.addAll(List.of("--logger", "zap", "--log-level", "warn"));
    arguments.addAll(List.of(options));
    return arguments;
  }

  /** The same, with files that its options name. */
  public ServerSpec withFiles(List<Path> more) {
    return new ServerSpec(program, debianPackage, variable, image, arguments, more, answers);
  }
}
