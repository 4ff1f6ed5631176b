package io.leasehold.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.etcd.jetcd.Client;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.servers.Ports;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each fault on a real server, and what calls answer. */
class EtcdFaultsTest {

  @Test
  void nobodyThereIsRefusedAndToldAtTheStart() {
    assertThatThrownBy(() -> Etcds.connect("etcd://127.0.0.1:" + Ports.free()))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("the connection failed");
  }

  @Test
  void oneThatNeverAnswersIsToldWithinTheBound() throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      long begin = System.nanoTime();
      assertThatThrownBy(
              () ->
                  Etcds.connect(
                      "etcd://127.0.0.1:" + silent.getLocalPort(), Duration.ofMillis(200)))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("TIMEOUT");
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void aServerThatStopsAndComesBackIsFoundAgainAndKeepsWhatItGranted() {
    try (EtcdServer server = EtcdServer.start();
        LeaseBackend backend = Etcds.connect(server.uri())) {
      Grant grant = Etcds.acquire(backend, "kept");
      server.stop();
      EtcdServer.until(
          "it is known to be gone",
          () -> backend.renewIfOwner(grant) instanceof RenewOutcome.Refused);
      assertThat(backend.acquire(Etcds.attempt("other")))
          .isInstanceOf(AcquireOutcome.Refused.class);
      assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Refused.class);
      assertThat(backend.revoke(grant.name(), false)).isInstanceOf(RevokeOutcome.Refused.class);
      server.launch();
      server.awaitReady();
      EtcdServer.until(
          "it is found again", () -> backend.renewIfOwner(grant).equals(RenewOutcome.Renewed.NOW));
      assertThat(backend.holder(grant.name())).isPresent();
      assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
    }
  }

  @Test
  void wrongPasswordsAndMissingRightsAreToldAtTheStartAndForgottenTokensAreMended() {
    try (EtcdServer server = EtcdServer.start()) {
      var auth = server.admin().getAuthClient();
      for (String user : new String[] {"root", "leases", "guest"}) {
        EtcdServer.get(auth.userAdd(EtcdServer.bytes(user), EtcdServer.bytes("secret")));
      }
      EtcdServer.get(auth.roleAdd(EtcdServer.bytes("root")));
      EtcdServer.get(auth.userGrantRole(EtcdServer.bytes("root"), EtcdServer.bytes("root")));
      EtcdServer.get(auth.roleAdd(EtcdServer.bytes("leases")));
      EtcdServer.get(
          auth.roleGrantPermission(
              EtcdServer.bytes("leases"),
              EtcdServer.bytes("leasehold/lease/"),
              EtcdServer.bytes("leasehold/lease0"),
              io.etcd.jetcd.auth.Permission.Type.READWRITE));
      EtcdServer.get(auth.userGrantRole(EtcdServer.bytes("leases"), EtcdServer.bytes("leases")));
      EtcdServer.get(auth.authEnable());
      String rest = server.host() + ":" + server.port();

      refused("etcd://" + rest, "give user and password");
      refused("etcd://leases:hunter2@" + rest, "user or password");
      refused("etcd://guest:secret@" + rest, "grant the user's role");
      try (LeaseBackend backend = Etcds.connect("etcd://leases:secret@" + rest)) {
        Grant grant = Etcds.acquire(backend, "mine");
        server.restart(); // its simple tokens are gone
        EtcdServer.until(
            "it is logged in again",
            () -> backend.renewIfOwner(grant).equals(RenewOutcome.Renewed.NOW));
        assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
      }
    }
  }

  private static void refused(String uri, String part) {
    assertThatThrownBy(() -> Etcds.connect(uri))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("LEASE-108")
        .hasMessageContaining(part)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aFullServerRefusesNewLeasesAndLetsOldOnesGo() {
    try (EtcdServer server = EtcdServer.start("--quota-backend-bytes", "1000000");
        LeaseBackend backend = Etcds.connect(server.uri())) {
      Grant grant = Etcds.acquire(backend, "old");
      EtcdServer.until("it is full", () -> isFull(server));
      assertThat(backend.acquire(Etcds.attempt("new")))
          .isInstanceOfSatisfying(
              AcquireOutcome.Refused.class,
              refused -> assertThat(refused.cause().kind()).isEqualTo(Cause.Kind.OVERLOADED));
      assertThat(backend.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
      assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
    }
  }

  private static boolean isFull(EtcdServer server) {
    try {
      server
          .admin()
          .getKVClient()
          .put(EtcdServer.bytes("filler"), EtcdServer.bytes("x".repeat(300_000)))
          .get(5, java.util.concurrent.TimeUnit.SECONDS);
      return false;
    } catch (Exception e) {
      return String.valueOf(e.getMessage()).contains("space exceeded");
    }
  }

  @Test
  void whatIsNoLeaseIsLeftAlone() {
    try (EtcdServer server = EtcdServer.start();
        LeaseBackend backend = Etcds.connect(server.uri())) {
      AcquireAttempt attempt = Etcds.attempt("taken");
      server.put("leasehold/lease/taken", "something else");
      assertThat(backend.acquire(attempt))
          .isInstanceOfSatisfying(
              AcquireOutcome.Refused.class,
              refused -> assertThat(refused.cause().kind()).isEqualTo(Cause.Kind.MISCONFIGURED));
      assertThat(backend.revoke(attempt.name(), true)).isInstanceOf(RevokeOutcome.Refused.class);
      assertThatThrownBy(() -> backend.holder(attempt.name()))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("is no lease");
      Grant grant = Etcds.acquire(backend, "overwritten");
      server.put("leasehold/lease/overwritten", "something else"); // the create revision stays
      assertThat(backend.renewIfOwner(grant))
          .isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN));
      assertThat(backend.releaseIfOwner(grant))
          .isEqualTo(new ReleaseOutcome.NotOwner(NotOwnerReason.FOREIGN));
      assertThat(server.find("leasehold/lease/taken")).hasSize(1);
      assertThat(server.find("leasehold/lease/overwritten")).hasSize(1);
    }
  }

  @Test
  void aStoreThatIsBehindTheClientIsRefusedAndLeftClean() {
    try (EtcdServer server = EtcdServer.start();
        LeaseBackend backend = Etcds.connect(server.uri())) {
      AcquireAttempt plain = Etcds.attempt("behind");
      AcquireAttempt ahead =
          new AcquireAttempt(
              plain.name(), OwnerToken.random(), Etcds.TTL, Long.MAX_VALUE, Map.of());
      assertThat(backend.acquire(ahead)).isInstanceOf(AcquireOutcome.Refused.class);
      assertThat(backend.holder(plain.name())).isEmpty();
      assertThat(server.keys()).isEmpty();
    }
  }

  @Test
  void aBuilderOfTheApplicationServesToo() {
    try (EtcdServer server = EtcdServer.start();
        LeaseBackend backend =
            EtcdBackends.of(
                Client.builder()
                    .endpoints(
                        "http://127.0.0.1:" + Ports.free(), "http://127.0.0.1:" + server.port()),
                Etcds.CALL_TIMEOUT,
                "app")) {
      Grant grant = Etcds.acquire(backend, "x");
      assertThat(server.keys()).containsExactly("app/lease/x");
      assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
    }
  }

  @Test
  void anAbandonedAttemptThatIsNotSentYetIsNeverSent() {
    try (EtcdServer server = EtcdServer.start();
        LeaseBackend backend = Etcds.connect(server.uri())) {
      AcquireAttempt attempt = Etcds.attempt("late");
      assertThat(backend.abandon(attempt)).isInstanceOf(AbandonOutcome.Abandoned.class);
      assertThat(backend.acquire(attempt)).isInstanceOf(AcquireOutcome.Refused.class);
      assertThat(backend.holder(attempt.name())).isEmpty();
    }
  }

  /** Its store lease carries the next key by then. */
  @Test
  void aGrantThatWasReleasedRenewsAndFreesNothingOfTheNext() {
    try (EtcdServer server = EtcdServer.start();
        LeaseBackend backend = Etcds.connect(server.uri())) {
      AcquireAttempt first = Etcds.attempt("recycled");
      Grant old = Etcds.acquire(backend, first);
      backend.releaseIfOwner(old);
      Grant next = Etcds.acquire(backend, "recycled");
      assertThat(((EtcdHold) next.cookie()).lease()).isSameAs(((EtcdHold) old.cookie()).lease());
      long asked = server.counter("grpc_server_msg_received_total", "LeaseKeepAlive");
      assertThat(backend.renewIfOwner(old))
          .isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN));
      assertThat(server.counter("grpc_server_msg_received_total", "LeaseKeepAlive"))
          .isEqualTo(asked);
      assertThat(backend.releaseIfOwner(old))
          .isEqualTo(new ReleaseOutcome.NotOwner(NotOwnerReason.FOREIGN));
      assertThat(backend.abandon(first)).isInstanceOf(AbandonOutcome.Abandoned.class);
      assertThat(backend.renewIfOwner(next)).isEqualTo(RenewOutcome.Renewed.NOW);
      assertThat(backend.releaseIfOwner(next)).isInstanceOf(ReleaseOutcome.Released.class);
    }
  }
}
