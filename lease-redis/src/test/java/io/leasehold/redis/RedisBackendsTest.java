package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.Jitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisProtocol;

/** A client that the application brings along: used, bounded where that can be, never closed. */
class RedisBackendsTest {

  /** As long as a careless application has it. */
  private static final int SOCKET_TIMEOUT = 10_000;

  private final RedisServer server = RedisServer.start();

  @AfterEach
  void end() {
    server.close();
  }

  private RedisClient client(int pool, RedisProtocol protocol) {
    ConnectionPoolConfig config = new ConnectionPoolConfig();
    config.setMaxTotal(pool);
    config.setMaxIdle(pool);
    return RedisClient.builder()
        .hostAndPort("127.0.0.1", server.port())
        .clientConfig(
            DefaultJedisClientConfig.builder()
                .socketTimeoutMillis(SOCKET_TIMEOUT)
                .clientName("brought")
                .protocol(protocol)
                .build())
        .poolConfig(config)
        .build();
  }

  @Test
  void theClientIsUsedAndLeftOpen() throws Exception {
    for (RedisProtocol protocol : RedisProtocol.values()) {
      try (RedisClient redis = client(4, protocol)) {
        try (LeaseClient leases = open(redis);
            LeaseClient waiting = open(redis)) {
          Lease lease = leases.acquire(LeaseRequest.of("a"));
          CompletableFuture<Lease> next = waiting.acquireAsync(LeaseRequest.of("a"));
          RedisServer.until("it stands in line", () -> Waiter.places(server, "a") == 1);
          lease.close();
          next.get(20, TimeUnit.SECONDS).close();
          assertThat(server.text(Command.CLIENT, "LIST")).doesNotContain("name=leasehold");
        }
        assertThat(redis.ping()).as("%s, after close", protocol).isEqualTo("PONG");
        RedisServer.until("all are given back", () -> redis.getPool().getNumActive() == 0);
        try (Connection connection = redis.getPool().getResource()) {
          assertThat(connection.getSoTimeout()).isEqualTo(SOCKET_TIMEOUT);
        }
      }
    }
  }

  private static LeaseClient open(RedisClient redis) {
    LeaseBackend backend = RedisBackends.of(redis, Redises.CALL_TIMEOUT);
    return LeaseClient.builder().backend(backend).pollInterval(Waiter.NO_POLL).open();
  }

  /** After a restart of the server, say: each of them would cost a call its answer. */
  @Test
  void idleConnectionsThatWereCutCostOneCallAndNotOneEach() {
    int idle = 16;
    try (RedisClient redis = client(idle, RedisProtocol.RESP2);
        LeaseBackend backend = RedisBackends.of(redis, Redises.CALL_TIMEOUT)) {
      Grant grant = Redises.grant(backend, "a");
      List<Connection> all = new ArrayList<>();
      while (redis.getPool().getNumActive() < idle) {
        all.add(redis.getPool().getResource());
      }
      all.forEach(Connection::close);
      server.command(Command.CLIENT, "KILL", "TYPE", "normal");
      int lost = 0;
      while (!backend.renewIfOwner(grant).equals(RenewOutcome.Renewed.NOW)) {
        lost++;
      }
      assertThat(lost).isLessThanOrEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0001S", "PT9600000H"})
  void aBoundThatNoCallCanKeepIsRefused(Duration bound) {
    try (RedisClient redis = client(2, RedisProtocol.RESP2)) {
      assertThatThrownBy(() -> RedisBackends.of(redis, bound))
          .isInstanceOf(LeaseConfigurationException.class)
          .hasMessageContaining("callTimeout ");
    }
  }

  @Test
  void aCallEndsAtItsBoundWhateverTheClientsOwnTimeoutIs() {
    try (RedisClient redis = client(2, RedisProtocol.RESP2);
        LeaseBackend backend = RedisBackends.of(redis, Redises.CALL_TIMEOUT)) {
      Grant grant = Redises.grant(backend, "a");
      server.freeze();
      long begin = System.nanoTime();
      assertThat(EveryCall.word(backend.renewIfOwner(grant))).isEqualTo("Unknown TIMEOUT");
      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .isLessThan(Redises.CALL_TIMEOUT.multipliedBy(4));
      server.thaw();
      assertThat(backend.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
    }
  }

  @Test
  void aPoolThatTheApplicationHasEmptiedIsToldAsOverload() {
    try (RedisClient redis = client(3, RedisProtocol.RESP2);
        LeaseBackend backend = RedisBackends.of(redis, Duration.ofMillis(150))) {
      EveryCall calls = new EveryCall(backend);
      List<Connection> taken = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        taken.add(redis.getPool().getResource());
      }
      calls.allAnswer("Refused OVERLOADED");
      taken.forEach(Connection::close);
      calls.serveAgain();
    }
  }

  @Test
  void afterCloseTheBackendSaysClosedAndTheClientGoesOn() {
    try (RedisClient redis = client(2, RedisProtocol.RESP2)) {
      LeaseBackend backend = RedisBackends.of(redis, Redises.CALL_TIMEOUT);
      EveryCall calls = new EveryCall(backend);
      backend.close();
      backend.close();
      calls.allAnswer("Refused CLOSED");
      assertThat(redis.ping()).isEqualTo("PONG");
    }
  }

  @Test
  void aPoolOfOneAndABadNamespaceAreRefused() {
    try (RedisClient one = client(1, RedisProtocol.RESP2);
        RedisClient two = client(2, RedisProtocol.RESP2)) {
      LeaseConfigurationException pool =
          catchThrowableOfType(
              LeaseConfigurationException.class,
              () -> RedisBackends.of(one, Redises.CALL_TIMEOUT).close());
      assertThat(pool.code()).isEqualTo(ErrorCode.BAD_OPTION);
      assertThat(pool.getMessage()).contains("maxTotal 1", "at least 2");
      LeaseConfigurationException namespace =
          catchThrowableOfType(
              LeaseConfigurationException.class,
              () -> RedisBackends.of(two, Redises.CALL_TIMEOUT, "a}b").close());
      assertThat(namespace.code()).isEqualTo(ErrorCode.BAD_OPTION);
      assertThat(namespace.getMessage()).contains("\"a}b\"", "{1,64}");
    }
  }

  @Test
  void aServerThatMayEvictLeasesIsRefusedUnlessThatIsWaived() {
    server.command(Command.CONFIG, "SET", "maxmemory", "100mb");
    server.command(Command.CONFIG, "SET", "maxmemory-policy", "allkeys-lru");
    try (RedisClient redis = client(2, RedisProtocol.RESP2)) {
      LeaseConfigurationException error =
          catchThrowableOfType(
              LeaseConfigurationException.class,
              () -> RedisBackends.of(redis, Redises.CALL_TIMEOUT).close());
      assertThat(error.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(error.getMessage()).contains("allkeys-lru", "RedisBackends.allowingEviction");
      try (LeaseBackend backend =
          RedisBackends.allowingEviction(redis, Redises.CALL_TIMEOUT, "cache")) {
        Redises.grant(backend, "a");
        assertThat(server.keys("{cache:*}:lease:*")).hasSize(1);
      }
    }
  }

  @Test
  void aScriptIsNotSentAgainIfItsAnswerWouldComeTooLate() {
    try (FaultProxy proxy = FaultProxy.to("127.0.0.1", server.port());
        RedisClient redis = RedisClient.builder().hostAndPort("127.0.0.1", proxy.port()).build();
        LeaseBackend backend = RedisBackends.of(redis, Redises.CALL_TIMEOUT)) {
      Grant grant = Redises.grant(backend, "a");
      server.command(Command.SCRIPT, "FLUSH");
      proxy.delay(Jitter.constant(Redises.CALL_TIMEOUT.multipliedBy(2).dividedBy(5)));
      // Each answer takes 0.8 of the bound: after the first there is no time for another.
      assertThat(EveryCall.word(backend.releaseIfOwner(grant))).isEqualTo("Refused TIMEOUT");
    }
  }

  @Test
  void aServerThatIsNotThereIsToldAtTheStart() {
    try (RedisClient redis = client(2, RedisProtocol.RESP2)) {
      server.stop();
      BackendUnavailableException error =
          catchThrowableOfType(
              BackendUnavailableException.class,
              () -> RedisBackends.of(redis, Redises.CALL_TIMEOUT).close());
      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error.getMessage()).contains("the given RedisClient", "start the server");
    }
  }
}
