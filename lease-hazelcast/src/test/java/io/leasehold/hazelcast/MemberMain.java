package io.leasehold.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.Partition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A member in a process of its own: the port, a file to write when it is up, whom to join, and
 * settings.
 */
final class MemberMain {

  /** What the file says, and what may be written there to make it leave. */
  static final String UP = "up";

  static final String LEAVE = "leave";
  static final String LEFT = "left";

  private static final Duration LOOK = Duration.ofMillis(100);

  private MemberMain() {}

  public static void main(String[] args) throws Exception {
    // Before the member is up: whoever started it may be killed meanwhile.
    long parent = parent();
    int port = Integer.parseInt(args[0]);
    Path ready = Path.of(args[1]);
    Files.deleteIfExists(ready);
    Config config = new Config();
    config.setClusterName("tck");
    config
        .setProperty("hazelcast.logging.type", "slf4j")
        .setProperty("hazelcast.phone.home.enabled", "false")
        .setProperty("hazelcast.socket.bind.any", "false")
        .setProperty("hazelcast.wait.seconds.before.join", "0")
        .setProperty("hazelcast.partition.count", "31");
    NetworkConfig network = config.getNetworkConfig();
    int minMembers = 1;
    for (String setting : List.of(args).subList(3, args.length)) {
      String[] pair = setting.split("=", 2);
      switch (pair[0]) {
        case "min-members" -> minMembers = Integer.parseInt(pair[1]);
        case "public-address" -> network.setPublicAddress(pair[1]);
        default -> config.setProperty(pair[0], pair[1]);
      }
    }
    network.setPort(port).setPortAutoIncrement(false);
    network.getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    network.getJoin().getAutoDetectionConfig().setEnabled(false);
    network.getJoin().getMulticastConfig().setEnabled(false);
    network.getJoin().getTcpIpConfig().setEnabled(true);
    if (!args[2].equals("-")) {
      network.getJoin().getTcpIpConfig().setMembers(List.of(args[2].split(",")));
    }
    HazelcastBackends.prepare(config, "leasehold", 1, minMembers);
    HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
    member.getPartitionService().getPartitions().forEach(Partition::getOwner); // gives them out
    while (!member.getPartitionService().isClusterSafe()) {
      LockSupport.parkNanos(LOOK.toNanos());
    }
    Files.writeString(ready, UP);
    while (parent() == parent) {
      if (Files.readString(ready).equals(LEAVE)) {
        member.shutdown();
        Files.writeString(ready, LEFT);
        return;
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
    Runtime.getRuntime().halt(1); // whoever started it is gone
  }

  private static long parent() {
    return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(-1L);
  }
}
