package io.leasehold.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A cluster of three of which one or two fail. */
class EtcdClusterTest {

  private EtcdCluster cluster;
  private LeaseBackend backend;

  @BeforeEach
  void start() {
    cluster = EtcdCluster.start();
    backend = Etcds.connect(cluster.uri());
  }

  @AfterEach
  void stop() {
    backend.close();
    cluster.close();
  }

  @Test
  void aHeldLeaseOutlivesItsLeader() {
    Grant grant = Etcds.acquire(backend, "outlives");
    EtcdServer leader = cluster.leader();
    leader.stop();
    renewedInTheEnd(grant);
    assertThat(backend.acquire(Etcds.attempt("outlives"))).isInstanceOf(AcquireOutcome.Busy.class);
    assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
    assertThat(Etcds.acquire(backend, "outlives").fencingToken())
        .isGreaterThan(grant.fencingToken());
    leader.launch();
    leader.awaitReady();
  }

  /** It is the first of the URI, which is asked first; if it led, the others have to elect one. */
  @Test
  void aMemberThatStandsStillIsLeftForAnother() {
    Grant grant = Etcds.acquire(backend, "moves");
    EtcdServer first = cluster.member(0);
    first.freeze();
    renewedInTheEnd(grant);
    assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
    first.thaw();
  }

  @Test
  void aClientThatStartsFindsTheMembersThatAreUp() {
    cluster.member(0).stop();
    cluster.leader();
    try (LeaseBackend late = Etcds.connect(cluster.uri())) {
      Grant grant = Etcds.acquire(late, "found");
      assertThat(late.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
    }
    cluster.member(0).launch();
  }

  /** One of three decides nothing: not that a lease is held, nor that it is gone, nor a new one. */
  @Test
  void withoutAMajorityNothingIsDefinite() {
    Grant grant = Etcds.acquire(backend, "majority");
    cluster.member(1).stop();
    cluster.member(2).stop();
    for (int i = 0; i < 4; i++) {
      assertThat(backend.renewIfOwner(grant))
          .isInstanceOfAny(RenewOutcome.Unknown.class, RenewOutcome.Refused.class);
      assertThat(backend.acquire(Etcds.attempt("majority-" + i)))
          .isInstanceOfAny(AcquireOutcome.Unknown.class, AcquireOutcome.Refused.class);
    }
    cluster.member(1).launch();
    cluster.member(2).launch();
    cluster.member(1).awaitReady();
    renewedInTheEnd(grant);
  }

  /** Until then no answer says that it is lost. */
  private void renewedInTheEnd(Grant grant) {
    EtcdServer.until(
        "it is renewed",
        () -> {
          RenewOutcome outcome = backend.renewIfOwner(grant);
          assertThat(outcome).isNotInstanceOf(RenewOutcome.NotOwner.class);
          return outcome.equals(RenewOutcome.Renewed.NOW);
        });
  }
}
