package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseException;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.HeldData;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Protocol.Command;

/** Servers that a whole life of a lease does not show to be the wrong ones, or hardly. */
class RedisStartTest {

  private static final Duration BOUND = Duration.ofSeconds(20);

  private static LeaseException failure(RedisServer server) {
    LeaseException error =
        catchThrowableOfType(
            LeaseException.class, () -> Redises.connect(server.uri(), BOUND).close());
    assertThat(error).isNotNull();
    assertThat(error.getMessage()).contains(server.uri());
    return error;
  }

  /** All slots are here, so that everything works, until one is moved. */
  @Test
  void aNodeOfAClusterIsRefused() {
    try (RedisServer node = RedisServer.start("--cluster-enabled", "yes")) {
      node.command(Command.CLUSTER, "ADDSLOTSRANGE", "0", "16383");
      RedisServer.until(
          "it serves them", () -> node.text(Command.CLUSTER, "INFO").contains("cluster_state:ok"));
      LeaseException error = failure(node);
      assertThat(error.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(error.getMessage()).contains("cluster");
    }
  }

  @Test
  void aReplicaThatTakesWritesIsRefused() {
    try (RedisServer replica = RedisServer.start("--replica-read-only", "no")) {
      replica.command(Command.REPLICAOF, "127.0.0.1", "1");
      LeaseException error = failure(replica);
      assertThat(error.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(error.getMessage()).contains("replica of 127.0.0.1:1");
    }
  }

  /** As behind a balancer that leads each call to another server. */
  @Test
  void aServerThatDoesNotKnowWhatItHasJustGrantedIsRefused() throws Exception {
    try (RedisServer server = RedisServer.start();
        FaultProxy proxy = FaultProxy.to("127.0.0.1", server.port())) {
      HeldData granted = proxy.holdAnswer("leasehold-startup");
      Future<LeaseException> start =
          Together.begin(
              () ->
                  catchThrowableOfType(
                      LeaseException.class,
                      () -> Redises.connect("redis://127.0.0.1:" + proxy.port(), BOUND).close()));
      assertThat(granted.awaitCaught(BOUND)).isTrue();
      // The script is not known yet, so that this was "no script"; what follows is the grant.
      HeldData second = proxy.holdAnswer("leasehold-startup");
      granted.letGo(BOUND);
      assertThat(second.awaitCaught(BOUND)).isTrue();
      server.command(Command.FLUSHALL);
      second.letGo(BOUND);
      LeaseException error = start.get();
      assertThat(error.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(error.getMessage()).contains("renewed", "ABSENT", "balancer");
    }
  }

  /** As behind a balancer that leads each connection to another server. */
  @Test
  void twoServersBehindOneAddressAreRefused() throws Exception {
    try (RedisServer one = RedisServer.start();
        RedisServer other = RedisServer.start();
        FaultProxy proxy = FaultProxy.to("127.0.0.1", one.port())) {
      String uri = "redis://127.0.0.1:" + proxy.port();
      HeldData first = proxy.holdAnswer("leasehold-startup");
      Future<LeaseException> start =
          Together.begin(
              () ->
                  catchThrowableOfType(
                      LeaseException.class, () -> Redises.connect(uri, BOUND).close()));
      assertThat(first.awaitCaught(BOUND)).isTrue();
      proxy.lead("127.0.0.1", other.port()); // its next connection
      first.letGo(BOUND);
      LeaseException error = start.get();
      assertThat(error).isNotNull();
      assertThat(error.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(error.getMessage()).contains("more than one server", "run_id");
    }
  }

  /** Whichever of its connections leads elsewhere: two clients would hold one name. */
  @ParameterizedTest
  @ValueSource(strings = {"01", "012", "011", "001", "010", "0011"})
  void aBalancerThatLeadsOneConnectionOfTheStartElsewhereIsRefused(String turns) {
    try (RedisServer a = RedisServer.start();
        RedisServer b = RedisServer.start();
        RedisServer c = RedisServer.start();
        Balancer balancer =
            new Balancer(turns.chars().mapToObj(i -> List.of(a, b, c).get(i - '0')).toList())) {
      LeaseException error =
          catchThrowableOfType(
              LeaseException.class, () -> Redises.connect(balancer.uri(), BOUND).close());
      assertThat(error).isNotNull();
      assertThat(error.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(error.getMessage()).contains("more than one server", "run_id", "one server");
    }
  }

  /** So the page says: three connections, and what is led elsewhere later is not seen. */
  @Test
  void aStartMakesThreeConnectionsAndSeesNoFurther() {
    try (RedisServer a = RedisServer.start();
        RedisServer b = RedisServer.start();
        Balancer balancer = new Balancer(List.of(a, a, a, b))) {
      Redises.connect(balancer.uri(), BOUND).close();
      assertThat(balancer.accepted()).isEqualTo(3);
    }
  }

  /** What calls would answer there, such as that a script may not write, says less. */
  @Test
  void whatAServerIsIsToldBeforeWhatACallAnswersThere() {
    try (RedisServer replica = RedisServer.start()) {
      replica.command(Command.REPLICAOF, "127.0.0.1", "1");
      LeaseException error = failure(replica);
      assertThat(error.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(error.getMessage()).contains("replica of 127.0.0.1:1", "address of the primary");
    }
    try (RedisServer node = RedisServer.start("--cluster-enabled", "yes")) {
      assertThat(failure(node).getMessage()).contains("is a node of a cluster");
    }
    try (RedisServer full =
        RedisServer.start("--maxmemory", "1", "--maxmemory-policy", "allkeys-lru")) {
      LeaseException error = failure(full);
      assertThat(error.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(error.getMessage()).contains("may evict leases", "noeviction");
    }
  }
}
