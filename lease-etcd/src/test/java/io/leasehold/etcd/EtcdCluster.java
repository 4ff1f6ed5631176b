package io.leasehold.etcd;

import io.leasehold.servers.Ports;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three members. */
final class EtcdCluster implements AutoCloseable {

  private final List<EtcdServer> members;

  private EtcdCluster(List<EtcdServer> members) {
    this.members = members;
  }

  /** They wait for each other: all at the same time. */
  static EtcdCluster start() {
    List<String> peers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      peers.add("http://127.0.0.1:" + Ports.free());
    }
    String all =
        IntStream.range(0, 3)
            .mapToObj(i -> "m" + i + "=" + peers.get(i))
            .collect(Collectors.joining(","));
    List<CompletableFuture<EtcdServer>> started =
        IntStream.range(0, 3)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> start(i, peers.get(i), all), command -> new Thread(command).start()))
            .toList();
    return new EtcdCluster(started.stream().map(CompletableFuture::join).toList());
  }

  private static EtcdServer start(int i, String peer, String all) {
    return EtcdServer.start(
        "--name",
        "m" + i,
        "--listen-peer-urls",
        peer,
        "--initial-advertise-peer-urls",
        peer,
        "--initial-cluster",
        all,
        "--heartbeat-interval",
        "100",
        "--election-timeout",
        "1000");
  }

  String uri() {
    return "etcd://"
        + members.stream().map(m -> m.host() + ":" + m.port()).collect(Collectors.joining(","));
  }

  /** As a client builder takes them. */
  String[] endpoints() {
    return members.stream().map(m -> "http://" + m.host() + ":" + m.port()).toArray(String[]::new);
  }

  EtcdServer member(int i) {
    return members.get(i);
  }

  /** The one that leads now. */
  EtcdServer leader() {
    EtcdServer[] leader = new EtcdServer[1];
    EtcdServer.until(
        "one leads",
        () -> {
          members.stream().filter(EtcdCluster::leads).findFirst().ifPresent(m -> leader[0] = m);
          return leader[0] != null;
        });
    return leader[0];
  }

  private static boolean leads(EtcdServer member) {
    try {
      return member.counter("etcd_server_is_leader") == 1;
    } catch (UncheckedIOException e) { // it is down, or stands still
      return false;
    }
  }

  @Override
  public void close() {
    members.forEach(EtcdServer::close);
  }
}
