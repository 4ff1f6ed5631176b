package io.leasehold.zookeeper;

import io.leasehold.servers.Ports;
import io.leasehold.tck.net.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three servers, in processes of their own, with a proxy on each way from one to another. */
final class ZooKeeperEnsemble implements AutoCloseable {

  static final Duration TICK = Duration.ofMillis(250);

  /** Longer than an election and all around it takes, on a slow machine as well. */
  static final Duration LONGEST = Duration.ofSeconds(60);

  private static final int SIZE = 3;

  /**
   * So many ticks a follower stays without hearing of its leader: long enough for sessions to end
   * meanwhile, which it does not hear of either.
   */
  private static final int SYNC_TICKS = 40;

  private final FaultProxy[][] ways = new FaultProxy[SIZE][SIZE];
  private final List<ZooKeeperServer> members;

  private ZooKeeperEnsemble() {
    List<Integer> peers = new ArrayList<>();
    List<Integer> elections = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      peers.add(Ports.free());
      elections.add(Ports.free());
    }
    for (int from = 0; from < SIZE; from++) {
      for (int to = 0; to < SIZE; to++) {
        ways[from][to] = FaultProxy.to("127.0.0.1", peers.get(to));
      }
    }
    List<CompletableFuture<ZooKeeperServer>> started =
        IntStream.range(0, SIZE)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> start(i, peers, elections), work -> new Thread(work).start()))
            .toList();
    this.members = started.stream().map(CompletableFuture::join).toList();
  }

  /** They wait for each other: all at the same time. */
  static ZooKeeperEnsemble start() {
    return new ZooKeeperEnsemble();
  }

  private ZooKeeperServer start(int self, List<Integer> peers, List<Integer> elections) {
    List<String> lines = new ArrayList<>(List.of("initLimit=40", "syncLimit=" + SYNC_TICKS));
    for (int i = 0; i < SIZE; i++) {
      int peer = i == self ? peers.get(i) : ways[self][i].port();
      lines.add("server." + (i + 1) + "=127.0.0.1:" + peer + ":" + elections.get(i));
    }
    return ZooKeeperServer.member(self + 1, TICK, LONGEST, lines.toArray(String[]::new));
  }

  /** For clients that may use all of them. */
  String uri() {
    return uri(members.stream().map(ZooKeeperServer::address).collect(Collectors.joining(",")));
  }

  /** For clients that use those addresses. */
  static String uri(String addresses) {
    return "zookeeper://"
        + addresses
        + "/app?tick="
        + TICK.toMillis()
        + "ms&max-ttl="
        + LONGEST.toSeconds()
        + "s";
  }

  ZooKeeperServer member(int i) {
    return members.get(i);
  }

  /** The number of the one that leads now. */
  int leader() {
    int[] leader = {-1};
    ZooKeeperServer.until("one leads", () -> (leader[0] = find("leader", -1)) >= 0);
    return leader[0];
  }

  /** The number of one that follows, and is not that one. */
  int follower(int other) {
    int[] follower = {-1};
    ZooKeeperServer.until("one follows", () -> (follower[0] = find("follower", other)) >= 0);
    return follower[0];
  }

  private int find(String mode, int other) {
    return IntStream.range(0, SIZE)
        .filter(i -> i != other && members.get(i).mode().equals(mode))
        .findFirst()
        .orElse(-1);
  }

  /** The way of a follower to its leader. */
  FaultProxy way(int follower, int leader) {
    return ways[follower][leader];
  }

  @Override
  public void close() {
    members.forEach(ZooKeeperServer::close);
    for (FaultProxy[] row : ways) {
      for (FaultProxy way : row) {
        way.close();
      }
    }
  }
}
