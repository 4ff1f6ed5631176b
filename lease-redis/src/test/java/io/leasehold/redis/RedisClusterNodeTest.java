package io.leasehold.redis;

import io.leasehold.spi.LeaseBackend;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClient;

/**
 * A client of one server, led to a node of a cluster: it guesses nothing. It is refused at the
 * start; these are the answers it gets if its server becomes one later.
 */
class RedisClusterNodeTest {

  private static final String[] CLUSTER = {"--cluster-enabled", "yes"};
  private static final int SLOTS = 16_384;

  private final RedisServer node = RedisServer.start(CLUSTER);
  private final RedisClient client = RedisClient.create(node.host(), node.port());
  private final LeaseBackend backend = served();

  private LeaseBackend served() {
    slots(node, "ADDSLOTSRANGE");
    RedisServer.until("it serves all slots", () -> state(node).contains("cluster_state:ok"));
    return Redises.untried(client.getPool());
  }

  @AfterEach
  void end() {
    backend.close();
    client.close();
    node.close();
  }

  @Test
  void slotsThatNobodyServesRefuse() {
    EveryCall calls = new EveryCall(backend);
    slots(node, "DELSLOTSRANGE");
    calls.allAnswer("Refused UNAVAILABLE");
    slots(node, "ADDSLOTSRANGE");
    calls.serveAgain();
  }

  @Test
  void slotsThatAnotherNodeServesAreAMisconfiguration() {
    EveryCall calls = new EveryCall(backend);
    try (RedisServer other = RedisServer.start(CLUSTER)) {
      meet(other);
      slots(node, "DELSLOTSRANGE");
      slots(other, "ADDSLOTSRANGE");
      RedisServer.until("the node knows", () -> state(node).contains("cluster_state:ok"));
      calls.allAnswer("Refused MISCONFIGURED");
    }
  }

  /** Of a call's keys some may be here and some there (TRYAGAIN), or none here (ASK). */
  @Test
  void slotsThatAreBeingMovedRefuse() {
    EveryCall calls = new EveryCall(backend);
    try (RedisServer other = RedisServer.start(CLUSTER)) {
      meet(other);
      String target = RedisServer.text(other.command(Command.CLUSTER, "MYID"));
      for (String slot : slotsOf(EveryCall.NAMES)) {
        node.command(Command.CLUSTER, "SETSLOT", slot, "MIGRATING", target);
      }
      calls.allAnswer("Refused UNAVAILABLE");
      for (String slot : slotsOf(EveryCall.NAMES)) {
        node.command(Command.CLUSTER, "SETSLOT", slot, "STABLE");
      }
      calls.serveAgain();
    }
  }

  private List<String> slotsOf(List<String> names) {
    return names.stream()
        .map(name -> node.text(Command.CLUSTER, "KEYSLOT", Redises.leaseKey(name)))
        .distinct()
        .toList();
  }

  private void meet(RedisServer other) {
    node.command(Command.CLUSTER, "MEET", other.host(), "" + other.port());
    for (RedisServer each : new RedisServer[] {node, other}) {
      RedisServer.until(
          "the nodes know each other",
          () -> {
            String nodes = each.text(Command.CLUSTER, "NODES");
            return nodes.lines().filter(line -> line.contains(" connected")).count() == 2
                && !nodes.contains("handshake");
          });
    }
  }

  private static void slots(RedisServer server, String command) {
    server.command(Command.CLUSTER, command, "0", "" + (SLOTS - 1));
  }

  private static String state(RedisServer server) {
    return server.text(Command.CLUSTER, "INFO");
  }
}
