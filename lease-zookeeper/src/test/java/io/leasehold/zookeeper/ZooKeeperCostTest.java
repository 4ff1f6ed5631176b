package io.leasehold.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What leases cost the server, by its own counters. */
class ZooKeeperCostTest {

  private static final int ROUNDS = 200;

  /** Heartbeats, and the writes on sessions that are due meanwhile. */
  private static final long CARE = 40;

  private static ZooKeeperServer server;
  private static LeaseBackend backend;

  @BeforeAll
  static void start() {
    server = ZooKeepers.server();
    backend = ZooKeepers.connect(server);
    release(ZooKeepers.acquire(backend, "warm"));
  }

  @AfterAll
  static void stop() {
    backend.close();
    server.close();
  }

  private static void release(Grant grant) {
    assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
  }

  private static long writes() {
    return server.metric("cnt_updatelatency");
  }

  private static long packets() {
    return server.metric("packets_received");
  }

  /** Counting takes packets as well: one to connect with, which is not counted, and a word. */
  @Test
  void acquireAndReleaseCostATransactionEach() {
    long writes = writes();
    long packets = packets();
    for (int i = 0; i < ROUNDS; i++) {
      release(ZooKeepers.acquire(backend, "name-" + i));
    }
    assertThat(writes() - writes).isBetween(2L * ROUNDS, 2L * ROUNDS + CARE);
    assertThat(packets() - packets).isBetween(2L * ROUNDS, 2L * ROUNDS + CARE);
  }

  @Test
  void anAcquireOfAHeldNameIsOneTransactionAndARead() {
    Grant grant = ZooKeepers.acquire(backend, "held");
    long writes = writes();
    long packets = packets();
    for (int i = 0; i < ROUNDS; i++) {
      backend.acquire(ZooKeepers.attempt("held"));
    }
    assertThat(writes() - writes).isBetween((long) ROUNDS, ROUNDS + CARE);
    assertThat(packets() - packets).isBetween(2L * ROUNDS, 2L * ROUNDS + CARE);
    release(grant);
  }

  @Test
  void aBatchOfRenewalsIsOneWriteAndAReadForEach() {
    List<Grant> grants = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      grants.add(ZooKeepers.acquire(backend, "batch-" + i));
    }
    long writes = writes();
    long packets = packets();
    int rounds = 10;
    for (int i = 0; i < rounds; i++) {
      assertThat(backend.renewAllIfOwner(grants))
          .hasSize(grants.size())
          .hasOnlyElementsOfType(RenewOutcome.Renewed.class);
    }
    long reads = (long) rounds * grants.size();
    assertThat(writes() - writes).isBetween((long) rounds, rounds + CARE);
    assertThat(packets() - packets).isBetween(rounds + reads, rounds + reads + CARE);
    grants.forEach(ZooKeeperCostTest::release);
  }

  @Test
  void clientsThatWereClosedLeaveNoThreads() {
    ZooKeepers.connect(server).close();
    long before = threads();
    for (int i = 0; i < 10; i++) {
      try (LeaseBackend one = ZooKeepers.connect(server)) {
        Grant grant = ZooKeepers.acquire(one, "threads");
        assertThat(one.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
      }
    }
    ZooKeeperServer.until("their threads have ended", () -> threads() <= before);
  }

  /** Those of the driver, of Curator and of ours. */
  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(
            name ->
                name.contains("SendThread")
                    || name.contains("EventThread")
                    || name.contains("Curator")
                    || name.contains("leasehold-zookeeper"))
        .count();
  }
}
