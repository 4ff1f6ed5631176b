package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.leasehold.ErrorCode;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.net.Direction;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.HeldData;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Protocol.Command;

/** A server that does not answer, or is not there: bounded calls, true answers, no restart. */
class RedisUnreachableTest {

  private final RedisServer server = RedisServer.start();
  private final FaultProxy proxy = FaultProxy.to("127.0.0.1", server.port());
  private final LeaseBackend backend = Redises.connect("redis://127.0.0.1:" + proxy.port());

  @AfterEach
  void end() {
    backend.close();
    proxy.close();
    server.close();
  }

  @Test
  void aStoppedServerIsATimeoutAndWhatWasSentIsUnknown() {
    try (LeaseBackend brisk = Redises.connect(server.uri(), Duration.ofMillis(150))) {
      EveryCall calls = new EveryCall(brisk);
      server.freeze();
      // The first goes out on the connection that was there; for the others there is none.
      assertThat(calls.answers().get("acquire")).isEqualTo("Unknown TIMEOUT");
      calls.allAnswer("Refused TIMEOUT");
      server.thaw();
      calls.serveAgain();
    }
  }

  @Test
  void aFullBatchToAStoppedServerIsBoundedToo() {
    List<Grant> grants = new ArrayList<>();
    for (int i = 0; i < RedisTraits.MAX_BATCH; i++) {
      grants.add(Redises.grant(backend, "x".repeat(500) + i));
    }
    server.command(Command.SCRIPT, "FLUSH");
    server.freeze();
    long begin = System.nanoTime();
    List<RenewOutcome> outcomes = backend.renewAllIfOwner(grants);
    assertThat(System.nanoTime() - begin)
        .isLessThan(Redises.CALL_TIMEOUT.multipliedBy(3).toNanos());
    assertThat(outcomes).hasSize(grants.size());
    assertThat(outcomes.stream().map(EveryCall::word)).containsOnly("Unknown TIMEOUT");
    server.thaw();
    RedisServer.until(
        "all are renewed",
        () -> backend.renewAllIfOwner(grants).stream().allMatch(RenewOutcome.Renewed.NOW::equals));
  }

  @Test
  void ofABatchWhoseAnswersBreakOffThoseThatCameStand() throws Exception {
    Duration bound = Duration.ofSeconds(20);
    try (LeaseBackend patient = Redises.connect("redis://127.0.0.1:" + proxy.port(), bound)) {
      List<Grant> grants = new ArrayList<>();
      for (String name : List.of("one", "two", "three", "four")) {
        grants.add(Redises.grant(patient, name));
      }
      HeldData answers = proxy.holdAnswer(grants.get(3).owner().toString());
      Future<List<RenewOutcome>> batch = Together.begin(() -> patient.renewAllIfOwner(grants));
      assertThat(answers.awaitCaught(bound)).isTrue();
      assertThat(answers.letGoOnly(":1\r\n:1\r\n:".length(), bound)).isTrue();
      assertThat(batch.get().stream().map(EveryCall::word))
          .containsExactly("Renewed", "Renewed", "Unknown UNAVAILABLE", "Unknown UNAVAILABLE");
      assertThat(patient.renewAllIfOwner(grants)).containsOnly(RenewOutcome.Renewed.NOW);
    }
  }

  @Test
  void aConnectionThatIsResetUnderACallLeavesItUnknown() throws Exception {
    AcquireAttempt attempt = Redises.attempt("cut");
    proxy.stall(Direction.REPLIES);
    CompletableFuture<AcquireOutcome> call =
        CompletableFuture.supplyAsync(() -> backend.acquire(attempt));
    RedisServer.until(
        "the acquire has run",
        () -> server.command(Command.EXISTS, Redises.leaseKey("cut")).equals(1L));
    proxy.reset();
    proxy.heal();
    AcquireOutcome outcome = call.get(5, TimeUnit.SECONDS);
    assertThat(EveryCall.word(outcome)).isEqualTo("Unknown UNAVAILABLE");
    assertThat(backend.abandon(attempt)).isEqualTo(new AbandonOutcome.Abandoned());
    assertThat(server.command(Command.EXISTS, Redises.leaseKey("cut"))).isEqualTo(0L);
  }

  @Test
  void aServerThatHasEndedIsRefusedAndFoundAgain() {
    EveryCall calls = new EveryCall(backend);
    server.stop();
    calls.answers(); // the first of them meets the connection that was cut
    calls.allAnswer("Refused UNAVAILABLE");
    server.restart();
    RedisServer.until(
        "it grants again",
        () -> backend.acquire(Redises.attempt("back")) instanceof AcquireOutcome.Granted);
  }

  @Test
  void withoutARoomForOneMoreClientNothingIsSent() {
    EveryCall calls = new EveryCall(backend);
    try (RedisServer.Guest guest = server.guest()) {
      guest.command(Command.CONFIG, "SET", "maxclients", "1");
      proxy.reset();
      calls.answers(); // the first of them meets the connection that was cut
      calls.allAnswer("Refused OVERLOADED", "Refused UNAVAILABLE");
      guest.command(Command.CONFIG, "SET", "maxclients", "100");
    }
    calls.serveAgain();
  }

  @Test
  void aCallWithoutAFreeConnectionIsRefusedWithinItsBound() throws Exception {
    try (LeaseBackend narrow =
        Redises.connect(
            "redis://127.0.0.1:" + proxy.port() + "?pool=1",
            Redises.CALL_TIMEOUT.multipliedBy(40))) {
      Grant grant = Redises.grant(narrow, "narrow");
      server.command(Command.CONFIG, "RESETSTAT");
      proxy.stall(Direction.REPLIES);
      CompletableFuture<RenewOutcome> first =
          CompletableFuture.supplyAsync(() -> narrow.renewIfOwner(grant));
      RedisServer.until("it has the connection", () -> server.calls("pexpire") == 1);
      // Its caller gives up waiting for a connection, and keeps its flag.
      CompletableFuture<String> second = new CompletableFuture<>();
      Thread caller =
          new Thread(
              () -> {
                RenewOutcome outcome = narrow.renewIfOwner(grant);
                second.complete(
                    EveryCall.word(outcome) + " " + Thread.currentThread().isInterrupted());
              });
      caller.start();
      RedisServer.until("it waits", () -> caller.getState() == Thread.State.TIMED_WAITING);
      caller.interrupt();
      assertThat(second.get(5, TimeUnit.SECONDS)).isEqualTo("Refused INTERRUPTED true");
      proxy.heal();
      assertThat(first.get(5, TimeUnit.SECONDS)).isEqualTo(RenewOutcome.Renewed.NOW);
      assertThat(narrow.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
    }
  }

  /** What it could still send then would get no answer in time. */
  @Test
  void aCallWaitsForAConnectionForHalfItsBoundOnly() throws Exception {
    try (LeaseBackend narrow =
        Redises.connect(
            "redis://127.0.0.1:" + proxy.port() + "?pool=1",
            Redises.CALL_TIMEOUT.multipliedBy(6))) {
      Grant grant = Redises.grant(narrow, "narrow");
      server.command(Command.CONFIG, "RESETSTAT");
      proxy.stall(Direction.REPLIES);
      Future<RenewOutcome> first = Together.begin(() -> narrow.renewIfOwner(grant));
      RedisServer.until("it was sent", () -> server.calls("pexpire") == 1);
      assertThat(EveryCall.word(narrow.renewIfOwner(grant))).isEqualTo("Refused OVERLOADED");
      assertThat(first).as("which began before it").isNotDone();
      proxy.heal();
      assertThat(first.get()).isEqualTo(RenewOutcome.Renewed.NOW);
    }
  }

  @Test
  void aConnectionThatTheServerEndedWhileIdleCostsNoCall() throws Exception {
    BoundedSocketFactory sockets =
        new BoundedSocketFactory(
            new HostLookup("127.0.0.1", InetAddress::getAllByName),
            "127.0.0.1",
            server.port(),
            1_000,
            null,
            true);
    WakefulConnectionFactory factory =
        new WakefulConnectionFactory(
            sockets,
            DefaultJedisClientConfig.builder().build(),
            LeaseClock.system(),
            Duration.ZERO);
    try (ConnectionPool pool = new ConnectionPool(factory, RedisBackendProvider.pool(8))) {
      Connection first = pool.borrowObject();
      Connection second = pool.borrowObject();
      pool.returnObject(first);
      pool.returnObject(second);
      server.command(Command.CLIENT, "KILL", "TYPE", "normal");
      Connection third = pool.borrowObject();
      assertThat(third.ping()).isTrue();
      assertThat(third).isNotIn(first, second);
      pool.returnObject(third);
    }
  }

  @Test
  void aServerThatIsNotThereIsToldAtTheStart() {
    server.stop();
    BackendUnavailableException error =
        catchThrowableOfType(
            BackendUnavailableException.class,
            () -> Redises.connect(server.uri(), Redises.CALL_TIMEOUT));
    assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(error.reason().kind()).isEqualTo(Cause.Kind.UNAVAILABLE);
    assertThat(error.getMessage())
        .contains(
            "redis://127.0.0.1:" + server.port() + "/0", "start the server", "address of yours")
        .doesNotContain("rediss://", "protected mode");
  }

  @Test
  void aServerThatIsStoppedAtTheStartIsToldWithinTheBound() {
    server.freeze();
    long begin = System.nanoTime();
    BackendUnavailableException error =
        catchThrowableOfType(
            BackendUnavailableException.class,
            () -> Redises.connect(server.uri(), Redises.CALL_TIMEOUT));
    assertThat(System.nanoTime() - begin)
        .isLessThan(Redises.CALL_TIMEOUT.multipliedBy(4).toNanos());
    assertThat(error.reason().kind()).isEqualTo(Cause.Kind.TIMEOUT);
    assertThat(error.getMessage()).contains("callTimeout is 500 ms").doesNotContain("rediss://");
    server.thaw();
  }

  @Test
  void aCallTimeoutThatIsTooShortIsToldAsThat() {
    BackendUnavailableException error =
        catchThrowableOfType(
            BackendUnavailableException.class,
            () -> {
              try (FaultProxy slow = FaultProxy.to(server.host(), server.port())) {
                slow.stall();
                Redises.connect("redis://127.0.0.1:" + slow.port(), Duration.ofMillis(5)).close();
              }
            });
    assertThat(error.reason().kind()).isEqualTo(Cause.Kind.TIMEOUT);
    assertThat(error.getMessage())
        .contains("callTimeout is 5 ms", "set a longer one")
        .doesNotContain("TLS", "protected mode");
  }

  @Test
  void aCallThatCouldNotBeSentSaysThatNothingWas() {
    Cause cause = RedisFault.of(new NotSentException(new SocketTimeoutException("late"))).cause();
    assertThat(cause.message()).contains("no connection within the bound", "nothing was sent");
  }
}
