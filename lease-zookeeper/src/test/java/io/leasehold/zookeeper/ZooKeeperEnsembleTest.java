package io.leasehold.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.net.Direction;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.HeldData;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three servers of which one or two fail, or lose each other. */
class ZooKeeperEnsembleTest {

  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final Duration CALL_TIMEOUT = Duration.ofMillis(1_500);

  private ZooKeeperEnsemble ensemble;

  @BeforeEach
  void start() {
    ensemble = ZooKeeperEnsemble.start();
  }

  @AfterEach
  void stop() {
    ensemble.close();
  }

  private static LeaseBackend connect(String uri) {
    return ZooKeepers.connect(uri, CALL_TIMEOUT);
  }

  private static AcquireAttempt attempt(String name) {
    return ZooKeepers.attempt(name, ZooKeeperEnsemble.LONGEST);
  }

  /** The next leader knows all sessions and gives each its whole timeout again. */
  @Test
  void aHeldLeaseOutlivesItsLeader() {
    try (LeaseBackend backend = connect(ensemble.uri())) {
      Grant grant = ZooKeepers.acquire(backend, attempt("outlives"));
      int leader = ensemble.leader();
      ensemble.member(leader).stop();
      renewedInTheEnd(backend, grant);
      assertThat(ensemble.leader()).isNotEqualTo(leader);
      assertThat(backend.acquire(attempt("outlives"))).isInstanceOf(AcquireOutcome.Busy.class);
      assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
      assertThat(ZooKeepers.acquire(backend, attempt("outlives")).fencingToken())
          .isGreaterThan(grant.fencingToken());
    }
  }

  /** One of three serves reads only, and decides nothing. */
  @Test
  void withoutAMajorityNothingIsDefinite() {
    try (LeaseBackend backend = connect(ensemble.uri())) {
      long acquired = System.nanoTime();
      Grant grant = ZooKeepers.acquire(backend, attempt("majority"));
      int leader = ensemble.leader();
      int follower = ensemble.follower(leader);
      ensemble.member(leader).stop();
      ensemble.member(follower).stop();
      int last = 3 - leader - follower;
      ZooKeeperServer.until(
          "the last one serves reads only", () -> ensemble.member(last).mode().equals("read-only"));
      for (int i = 0; i < 2; i++) {
        assertThat(backend.renewIfOwner(grant))
            .isInstanceOfAny(RenewOutcome.Unknown.class, RenewOutcome.Refused.class);
        assertThat(backend.acquire(attempt("majority-" + i)))
            .isInstanceOfAny(AcquireOutcome.Unknown.class, AcquireOutcome.Refused.class);
      }
      ensemble.member(leader).launch();
      ZooKeeperServer.until(
          "it is served again",
          () -> {
            RenewOutcome outcome = backend.renewIfOwner(grant);
            boolean ranOut = System.nanoTime() - acquired > grant.ttl().toNanos();
            assertThat(!(outcome instanceof RenewOutcome.NotOwner) || ranOut)
                .as("%s within its ttl", outcome)
                .isTrue();
            return backend.acquire(attempt("after")) instanceof AcquireOutcome.Granted;
          });
    }
  }

  /** What it had sent to the first server runs there no more. */
  @Test
  void aSessionThatMovesTakesItsLeasesAndLeavesNothingBehind() throws Exception {
    int leader = ensemble.leader();
    int first = ensemble.follower(leader);
    int second = 3 - leader - first;
    ZooKeeperServer there = ensemble.member(second);
    try (FaultProxy proxy = FaultProxy.to("127.0.0.1", ensemble.member(first).port());
        LeaseBackend eye = connect(ensemble.uri());
        LeaseBackend backend = connect(ZooKeeperEnsemble.uri("127.0.0.1:" + proxy.port()))) {
      Grant grant =
          ZooKeepers.acquire(backend, ZooKeepers.attempt("moves", Duration.ofSeconds(15)));
      long id = ZooKeepers.session(grant).id();
      AcquireAttempt late = ZooKeepers.attempt("late", Duration.ofSeconds(15));
      HeldData request = proxy.holdNext(Direction.REQUESTS, "/leases/late");
      assertThat(backend.acquire(late)).isInstanceOf(AcquireOutcome.Unknown.class);
      assertThat(request.awaitCaught(BOUND)).isTrue();
      proxy.lead("127.0.0.1", there.port()); // connections that are open stay as they are
      ZooKeeperServer.until(
          "it is abandoned", () -> backend.abandon(late) instanceof AbandonOutcome.Abandoned);
      renewedInTheEnd(backend, grant);
      assertThat(ZooKeepers.session(grant).id()).isEqualTo(id);
      request.letGo(BOUND);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
      while (System.nanoTime() - end < 0) {
        assertThat(eye.holder(late.name())).isEmpty();
      }
      assertThat(backend.renewIfOwner(grant)).isInstanceOf(RenewOutcome.Renewed.class);
      assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
    }
  }

  /** Until then no answer says that it is lost. */
  private static void renewedInTheEnd(LeaseBackend backend, Grant grant) {
    ZooKeeperServer.until(
        "it is renewed",
        () -> {
          RenewOutcome outcome = backend.renewIfOwner(grant);
          assertThat(outcome).isNotInstanceOf(RenewOutcome.NotOwner.class);
          return outcome instanceof RenewOutcome.Renewed;
        });
  }
}
