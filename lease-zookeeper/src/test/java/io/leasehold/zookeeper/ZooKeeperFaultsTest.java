package io.leasehold.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.LeaseConfigurationException;
import io.leasehold.servers.Ports;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.Test;

/** Each fault on a real server, and what calls answer. */
class ZooKeeperFaultsTest {

  @Test
  void nobodyThereIsToldAtTheStart() {
    assertThatThrownBy(() -> ZooKeepers.connect("zookeeper://127.0.0.1:" + Ports.free()))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("no connection to zookeeper://127.0.0.1:");
  }

  @Test
  void oneThatNeverAnswersIsToldWithinTheBound() throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      long begin = System.nanoTime();
      assertThatThrownBy(
              () ->
                  ZooKeepers.connect(
                      "zookeeper://127.0.0.1:" + silent.getLocalPort(), Duration.ofMillis(200)))
          .isInstanceOf(BackendUnavailableException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    }
  }

  /** The session is on disk and gets its whole timeout again. */
  @Test
  void aServerThatStopsAndComesBackIsFoundAgainAndKeepsWhatItGranted() {
    Duration longest = Duration.ofSeconds(60); // longer than all that, on a slow machine as well
    try (ZooKeeperServer server = ZooKeeperServer.start(ZooKeepers.TICK, longest);
        LeaseBackend backend =
            ZooKeepers.connect("zookeeper://" + server.address() + "/app?tick=250ms&max-ttl=60s")) {
      Grant grant = ZooKeepers.acquire(backend, ZooKeepers.attempt("kept", longest));
      server.stop();
      ZooKeeperServer.until(
          "it is known to be gone",
          () -> backend.renewIfOwner(grant) instanceof RenewOutcome.Refused);
      assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Refused.class);
      assertThat(backend.acquire(ZooKeepers.attempt("other")))
          .isInstanceOf(AcquireOutcome.Refused.class);
      assertThat(backend.revoke(grant.name(), false)).isInstanceOf(RevokeOutcome.Refused.class);
      server.launch();
      server.awaitReady();
      ZooKeeperServer.until(
          "it is found again", () -> backend.renewIfOwner(grant) instanceof RenewOutcome.Renewed);
      assertThat(backend.holder(grant.name())).isPresent();
      assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
    }
  }

  @Test
  void aUserOwnsWhatItMakesAndOthersAreToldAtTheirStart() {
    try (ZooKeeperServer server = ZooKeepers.server()) {
      String mine = ZooKeepers.uri("leases:secret@" + server.address(), "");
      try (LeaseBackend backend = ZooKeepers.connect(mine);
          LeaseBackend second = ZooKeepers.connect(mine)) {
        Grant grant = ZooKeepers.acquire(backend, "mine");
        assertThat(backend.renewIfOwner(grant)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(second.acquire(ZooKeepers.attempt("mine")))
            .isInstanceOfSatisfying(
                AcquireOutcome.Busy.class,
                busy -> assertThat(busy.holder().owner()).isEqualTo(grant.owner().toString()));
        for (String path : List.of("", "/leases", "/owners", "/leases/mine")) {
          assertThat(acl(server, "/app/leasehold" + path))
              .as(path)
              .allSatisfy(
                  entry -> {
                    assertThat(entry.getId().getScheme()).isEqualTo("digest");
                    assertThat(entry.getPerms()).isEqualTo(ZooDefs.Perms.ALL);
                  });
        }
        refused(ZooKeepers.uri(server.address(), ""));
        refused(ZooKeepers.uri("leases:hunter2@" + server.address(), ""));
        refused(ZooKeepers.uri("other:hunter2@" + server.address(), ""));
        assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
      }
    }
  }

  private static List<org.apache.zookeeper.data.ACL> acl(ZooKeeperServer server, String path) {
    return server.admin(
        admin -> {
          admin.addAuthInfo("digest", "leases:secret".getBytes(StandardCharsets.UTF_8));
          return admin.getACL(path, null);
        });
  }

  private static void refused(String uri) {
    assertThatThrownBy(() -> ZooKeepers.connect(uri))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("LEASE-108")
        .hasMessageContaining("denies a right")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void chrootsAndNamespacesAreWorldsOfTheirOwn() {
    try (ZooKeeperServer server = ZooKeepers.server()) {
      String end = "?tick=250ms&max-ttl=20s";
      List<String> places =
          List.of("" + end, "/deep/down" + end, "/deep" + end, "/deep" + end + "&namespace=x");
      List<LeaseBackend> backends =
          places.stream()
              .map(place -> ZooKeepers.connect("zookeeper://" + server.address() + place))
              .toList();
      List<Grant> grants = backends.stream().map(one -> ZooKeepers.acquire(one, "same")).toList();
      for (String root :
          List.of("/leasehold", "/deep/down/leasehold", "/deep/leasehold", "/deep/x")) {
        assertThat(exists(server, root + "/leases/same")).as(root).isTrue();
      }
      for (int i = 0; i < grants.size(); i++) {
        assertThat(backends.get(i).releaseIfOwner(grants.get(i)))
            .isInstanceOf(ReleaseOutcome.Released.class);
        backends.get(i).close();
      }
    }
  }

  private static boolean exists(ZooKeeperServer server, String path) {
    return server.admin(admin -> admin.exists(path, false) != null);
  }

  @Test
  void whatIsNoLeaseIsLeftAlone() {
    try (ZooKeeperServer server = ZooKeepers.server();
        LeaseBackend backend = ZooKeepers.connect(server)) {
      AcquireAttempt attempt = ZooKeepers.attempt("taken");
      String path = "/app/leasehold/leases/taken";
      String made =
          server.admin(
              admin ->
                  admin.create(
                      path,
                      "something else".getBytes(StandardCharsets.UTF_8),
                      ZooDefs.Ids.OPEN_ACL_UNSAFE,
                      CreateMode.PERSISTENT));
      assertThat(backend.acquire(attempt))
          .isInstanceOfSatisfying(
              AcquireOutcome.Refused.class,
              refused -> assertThat(refused.cause().kind()).isEqualTo(Cause.Kind.MISCONFIGURED));
      assertThat(backend.revoke(attempt.name(), true)).isInstanceOf(RevokeOutcome.Refused.class);
      assertThatThrownBy(() -> backend.holder(attempt.name()))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("no lease");
      assertThat(exists(server, made)).isTrue();
    }
  }

  /** The token of a node never comes again, and neither does a node's owner. */
  @Test
  void aGrantThatWasReleasedRenewsAndFreesNothingOfTheNext() {
    try (ZooKeeperServer server = ZooKeepers.server();
        LeaseBackend backend = ZooKeepers.connect(server)) {
      Grant old = ZooKeepers.acquire(backend, "again");
      assertThat(backend.releaseIfOwner(old)).isInstanceOf(ReleaseOutcome.Released.class);
      Grant next = ZooKeepers.acquire(backend, "again");
      assertThat(next.fencingToken()).isGreaterThan(old.fencingToken());
      assertThat(backend.renewIfOwner(old))
          .isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN));
      assertThat(backend.releaseIfOwner(old))
          .isEqualTo(new ReleaseOutcome.NotOwner(NotOwnerReason.FOREIGN));
      assertThat(backend.renewIfOwner(next)).isInstanceOf(RenewOutcome.Renewed.class);
      assertThat(backend.releaseIfOwner(next)).isInstanceOf(ReleaseOutcome.Released.class);
    }
  }

  /** A maxSessionTimeout below what the URI says is told at the start, with both numbers. */
  @Test
  void aServerThatGivesShorterSessionsIsToldAtTheStart() {
    try (ZooKeeperServer server = ZooKeepers.server()) {
      assertThatThrownBy(
              () ->
                  ZooKeepers.connect("zookeeper://" + server.address() + "?tick=250ms&max-ttl=21s"))
          .isInstanceOf(LeaseConfigurationException.class)
          .hasMessageContaining("at most 20 s")
          .hasMessageContaining("max-ttl=20s");
    }
  }

  @Test
  void aNinthTtlJoinsTheNextLongerOne() {
    try (ZooKeeperServer server = ZooKeepers.server();
        LeaseBackend backend = ZooKeepers.connect(server)) {
      for (int i = 0; i < Sessions.MOST; i++) {
        ZooKeepers.acquire(backend, ZooKeepers.attempt("ttl-" + i, Duration.ofMillis(6_000 + i)));
      }
      Grant joined =
          ZooKeepers.acquire(backend, ZooKeepers.attempt("ninth", Duration.ofMillis(5_000)));
      assertThat(joined.ttl()).isEqualTo(Duration.ofMillis(6_000));
      assertThat(backend.acquire(ZooKeepers.attempt("longer", Duration.ofSeconds(7))))
          .isInstanceOfSatisfying(
              AcquireOutcome.Refused.class,
              refused -> assertThat(refused.cause().kind()).isEqualTo(Cause.Kind.OVERLOADED));
    }
  }
}
