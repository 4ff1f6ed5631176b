package io.leasehold.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.Subscription;
import io.leasehold.tck.net.Direction;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.HeldData;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of leases when their session breaks or ends, with a network between. */
class ZooKeeperSessionTest {

  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(1_500);
  private static final Duration LEFT = Duration.ofSeconds(6);

  private ZooKeeperServer server;
  private FaultProxy proxy;
  private LeaseBackend backend;
  private LeaseBackend rival;

  @BeforeEach
  void start() {
    server = ZooKeepers.server();
    proxy = FaultProxy.to(server.host(), server.port());
    backend = ZooKeepers.connect(ZooKeepers.uri("127.0.0.1:" + proxy.port(), ""));
    rival = ZooKeepers.connect(server);
  }

  @AfterEach
  void stop() {
    proxy.heal();
    backend.close();
    rival.close();
    proxy.close();
    server.close();
  }

  private record Doubt(OwnerToken owner, Cause cause) {}

  /** As an administrator does it: who has id and password of a session may end it. */
  private void end(LeaseSession session) throws Exception {
    ZooKeeper same = session.calls().handle();
    CompletableFuture<Boolean> connected = new CompletableFuture<>();
    ZooKeeper other =
        new ZooKeeper(
            server.address(),
            10_000,
            event -> connected.complete(true),
            same.getSessionId(),
            same.getSessionPasswd());
    assertThat(connected.get(20, TimeUnit.SECONDS)).isTrue();
    other.close();
  }

  @Test
  void aSessionThatEndsTakesItsLeasesWithIt() throws Exception {
    Grant grant = ZooKeepers.acquire(backend, "lost");
    Grant other = ZooKeepers.acquire(backend, ZooKeepers.attempt("kept", Duration.ofSeconds(19)));
    List<Doubt> doubts = new CopyOnWriteArrayList<>();
    try (Subscription told =
        backend.onSuspect((owner, cause) -> doubts.add(new Doubt(owner, cause)))) {
      assertThat(told).isNotSameAs(Subscription.NONE);
      end(ZooKeepers.session(grant));
      ZooKeeperServer.until(
          "it is told",
          () -> doubts.stream().anyMatch(doubt -> doubt.owner().equals(grant.owner())));
      ZooKeeperServer.until(
          "it is lost",
          () ->
              backend
                  .renewIfOwner(grant)
                  .equals(new RenewOutcome.NotOwner(NotOwnerReason.SESSION_ENDED)));
      assertThat(doubts).noneMatch(doubt -> doubt.owner().equals(other.owner()));
    }
    assertThat(backend.releaseIfOwner(grant))
        .isEqualTo(new ReleaseOutcome.NotOwner(NotOwnerReason.ABSENT));
    assertThat(backend.renewIfOwner(other)).isInstanceOf(RenewOutcome.Renewed.class);
    Grant next = ZooKeepers.acquire(backend, "lost");
    assertThat(next.fencingToken()).isGreaterThan(grant.fencingToken());
    assertThat(ZooKeepers.session(next)).isNotSameAs(ZooKeepers.session(grant));
    assertThat(backend.renewIfOwner(grant))
        .isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.SESSION_ENDED));
    assertThat(backend.renewIfOwner(next)).isInstanceOf(RenewOutcome.Renewed.class);
  }

  @Test
  void aBrokenConnectionIsADoubtAndNoLoss() {
    Grant grant = ZooKeepers.acquire(backend, "suspended");
    List<Doubt> doubts = new CopyOnWriteArrayList<>();
    try (Subscription told =
        backend.onSuspect((owner, cause) -> doubts.add(new Doubt(owner, cause)))) {
      assertThat(told).isNotSameAs(Subscription.NONE);
      proxy.reset();
      ZooKeeperServer.until(
          "it is told",
          () ->
              doubts.stream()
                  .anyMatch(
                      doubt ->
                          doubt.owner().equals(grant.owner())
                              && doubt.cause().message().contains("suspended")));
      ZooKeeperServer.until(
          "it is connected again",
          () -> {
            RenewOutcome outcome = backend.renewIfOwner(grant);
            assertThat(outcome).isNotInstanceOf(RenewOutcome.NotOwner.class);
            return outcome instanceof RenewOutcome.Renewed;
          });
    }
    assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
  }

  /** The driver's heartbeats would keep it for as long as the process runs. */
  @Test
  void whoStopsRenewingLetsGoAlthoughItsDriverLives() {
    Grant silent = ZooKeepers.acquire(backend, ZooKeepers.attempt("silent", SHORT));
    LeaseSession session = ZooKeepers.session(silent);
    long acquired = System.nanoTime();
    ZooKeeperServer.until(
        "a rival has it",
        () -> rival.acquire(ZooKeepers.attempt("silent")) instanceof AcquireOutcome.Granted);
    Duration took = Duration.ofNanos(System.nanoTime() - acquired);
    assertThat(took).isGreaterThan(SHORT.minus(ZooKeepers.CALL_TIMEOUT));
    assertThat(session.isOver()).isTrue();
    assertThat(session.isExpired()).isFalse(); // it was closed here, not ended by the server
    assertThat(backend.renewIfOwner(silent))
        .isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.SESSION_ENDED));
  }

  /** A process that was started again knows nothing of the node that it left behind. */
  @Test
  void aNodeOfAnEarlierSessionIsBusyAndNeverAdopted() {
    Grant before = ZooKeepers.acquire(backend, ZooKeepers.attempt("left", LEFT));
    proxy.blackHole();
    backend.close(); // its session is not told
    try (LeaseBackend after = ZooKeepers.connect(server)) {
      assertThat(after.acquire(ZooKeepers.attempt("left", LEFT)))
          .isInstanceOfSatisfying(
              AcquireOutcome.Busy.class,
              busy -> assertThat(busy.holder().fencingToken()).isEqualTo(before.fencingToken()));
      ZooKeeperServer.until(
          "its session has ended",
          () ->
              after.acquire(ZooKeepers.attempt("left", LEFT)) instanceof AcquireOutcome.Granted next
                  && next.grant().fencingToken() > before.fencingToken());
    }
  }

  /** The very same attempt, whose answer was lost, is not granted a second time. */
  @Test
  void anAttemptThatWasAnsweredLateIsAbandonedForGood() throws Exception {
    AcquireAttempt attempt = ZooKeepers.attempt("late");
    Grant warm = ZooKeepers.acquire(backend, "warm");
    assertThat(backend.releaseIfOwner(warm)).isInstanceOf(ReleaseOutcome.Released.class);
    HeldData answer = proxy.holdAnswer("/leases/late");
    assertThat(backend.acquire(attempt)).isInstanceOf(AcquireOutcome.Unknown.class);
    assertThat(answer.awaitCaught(BOUND)).isTrue();
    assertThat(rival.acquire(ZooKeepers.attempt("late"))).isInstanceOf(AcquireOutcome.Busy.class);
    assertThat(answer.letGo(BOUND)).isTrue();
    abandoned(attempt);
    assertThat(rival.holder(attempt.name())).isEmpty();
    assertThat(backend.acquire(attempt)).isInstanceOf(AcquireOutcome.Refused.class);
    assertThat(rival.holder(attempt.name())).isEmpty();
  }

  /** The request is on its way when the caller gives up; "it is there already" comes late too. */
  @Test
  void aBusyAnswerThatComesLateIsUnknownAndHoldsNothing() throws Exception {
    Grant held = ZooKeepers.acquire(rival, "busy");
    Grant warm = ZooKeepers.acquire(backend, "warm");
    AcquireAttempt attempt = ZooKeepers.attempt("busy");
    HeldData request = proxy.holdNext(Direction.REQUESTS, "/leases/busy");
    assertThat(backend.acquire(attempt)).isInstanceOf(AcquireOutcome.Unknown.class);
    assertThat(request.awaitCaught(BOUND)).isTrue();
    assertThat(request.letGo(BOUND)).isTrue();
    abandoned(attempt);
    assertThat(rival.renewIfOwner(held)).isInstanceOf(RenewOutcome.Renewed.class);
    assertThat(rival.releaseIfOwner(held)).isInstanceOf(ReleaseOutcome.Released.class);
    assertThat(rival.holder(attempt.name())).isEmpty();
    assertThat(backend.renewIfOwner(warm)).isInstanceOf(RenewOutcome.Renewed.class);
  }

  /** The connection breaks between the request and its answer. */
  @Test
  void anAttemptWhoseConnectionBrokeIsAbandonedForGood() throws Exception {
    AcquireAttempt attempt = ZooKeepers.attempt("broken");
    Grant warm = ZooKeepers.acquire(backend, "warm");
    HeldData answer = proxy.holdAnswer("/leases/broken");
    CompletableFuture<AcquireOutcome> outcome =
        CompletableFuture.supplyAsync(
            () -> backend.acquire(attempt), work -> new Thread(work).start());
    assertThat(answer.awaitCaught(BOUND)).isTrue();
    proxy.reset();
    assertThat(outcome.get(20, TimeUnit.SECONDS)).isInstanceOf(AcquireOutcome.Unknown.class);
    abandoned(attempt);
    assertThat(rival.holder(attempt.name())).isEmpty();
    assertThat(backend.renewIfOwner(warm)).isInstanceOf(RenewOutcome.Renewed.class);
  }

  private void abandoned(AcquireAttempt attempt) {
    ZooKeeperServer.until(
        "it is abandoned", () -> backend.abandon(attempt) instanceof AbandonOutcome.Abandoned);
  }

  /**
   * A renewal that is under way while its session is given up is not answered as done. It begins
   * while the lease is valid, and its answer comes when it no longer is.
   */
  @Test
  void aRenewalThatComesTooLateIsNotDone() throws Exception {
    Grant grant = ZooKeepers.acquire(backend, ZooKeepers.attempt("slow", SHORT));
    long begin = System.nanoTime();
    ZooKeeperServer.until(
        "most of its ttl has passed",
        () -> System.nanoTime() - begin > SHORT.multipliedBy(3).dividedBy(5).toNanos());
    HeldData answer = proxy.holdAnswer("/leases/slow");
    CompletableFuture<RenewOutcome> outcome =
        CompletableFuture.supplyAsync(
            () -> backend.renewIfOwner(grant), work -> new Thread(work).start());
    ZooKeeperServer.until("it is given up", () -> ZooKeepers.session(grant).isOver());
    assertThat(answer.letGo(BOUND)).isTrue();
    assertThat(outcome.get(20, TimeUnit.SECONDS)).isNotInstanceOf(RenewOutcome.Renewed.class);
    assertThat(backend.renewIfOwner(grant))
        .isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.SESSION_ENDED));
  }

  @Test
  void namesThatLookLikePathsStayInTheirPlace() {
    Grant odd = ZooKeepers.acquire(backend, "../owners/x");
    assertThat(rival.holder(new LeaseName("../owners/x"))).isPresent();
    assertThat(backend.releaseIfOwner(odd)).isInstanceOf(ReleaseOutcome.Released.class);
  }
}
