package io.leasehold.etcd;

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
class EtcdCostTest {

  private static final String PROPOSALS = "etcd_server_proposals_committed_total";
  private static final String STREAMS = "grpc_server_started_total";
  private static final int ROUNDS = 200;

  /** Store leases that nobody took and that run out meanwhile: the start's, and other tests'. */
  private static final long RUN_OUT = EtcdTraits.MAX_BATCH + 4;

  private static EtcdServer server;
  private static LeaseBackend backend;

  @BeforeAll
  static void start() {
    server = EtcdServer.start();
    backend = Etcds.connect(server.uri());
  }

  @AfterAll
  static void stop() {
    backend.close();
    server.close();
  }

  /** Once a store lease is there; 200 rounds take less than a third of its ttl of 20 s. */
  @Test
  void acquireAndReleaseCostTwoAgreements() {
    release(Etcds.acquire(backend, "warm"));
    long before = server.counter(PROPOSALS);
    for (int i = 0; i < ROUNDS; i++) {
      release(Etcds.acquire(backend, "name-" + i));
    }
    assertThat(server.counter(PROPOSALS) - before).isBetween(2L * ROUNDS, 2L * ROUNDS + RUN_OUT);
  }

  /** A keepalive is answered by the leader alone, and the read by its majority's word. */
  @Test
  void renewalsCostNoAgreementAndNoStreamOfTheirOwn() {
    Grant grant = Etcds.acquire(backend, "renewed");
    assertThat(backend.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
    long proposals = server.counter(PROPOSALS);
    long started = started("LeaseKeepAlive");
    long reads = started("Txn");
    for (int i = 0; i < ROUNDS; i++) {
      assertThat(backend.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
    }
    assertThat(server.counter(PROPOSALS) - proposals).isLessThanOrEqualTo(RUN_OUT);
    assertThat(started("LeaseKeepAlive") - started).isZero();
    assertThat(started("Txn") - reads).isEqualTo(ROUNDS);
    release(grant);
  }

  @Test
  void aBatchOfRenewalsIsOneRead() {
    List<Grant> grants = new ArrayList<>();
    for (int i = 0; i < EtcdTraits.MAX_BATCH; i++) {
      grants.add(Etcds.acquire(backend, "batch-" + i));
    }
    long reads = started("Txn");
    long asked = received("LeaseKeepAlive");
    assertThat(backend.renewAllIfOwner(grants))
        .hasSize(EtcdTraits.MAX_BATCH)
        .containsOnly(RenewOutcome.Renewed.NOW);
    assertThat(started("Txn") - reads).isEqualTo(1);
    assertThat(received("LeaseKeepAlive") - asked).isEqualTo(EtcdTraits.MAX_BATCH);
    grants.forEach(EtcdCostTest::release);
  }

  @Test
  void connectionsThatWereClosedLeaveNoThreads() {
    int before = Thread.activeCount();
    for (int i = 0; i < 30; i++) {
      try (LeaseBackend one = Etcds.connect(server.uri())) {
        assertThat(one.traits().maxBatch()).isEqualTo(EtcdTraits.MAX_BATCH);
      }
    }
    assertThat(Thread.activeCount()).isLessThan(before + 10);
  }

  private static void release(Grant grant) {
    assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
  }

  private static long started(String method) {
    return server.counter(STREAMS, "grpc_method=\"" + method + "\"");
  }

  private static long received(String method) {
    return server.counter("grpc_server_msg_received_total", "grpc_method=\"" + method + "\"");
  }
}
