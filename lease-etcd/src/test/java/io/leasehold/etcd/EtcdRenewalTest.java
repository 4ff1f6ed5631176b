package io.leasehold.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.Client;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A renewal is a keepalive and then a read; here the read's answer does not come. */
class EtcdRenewalTest {

  private static final Duration CALL_TIMEOUT = Duration.ofMillis(400);

  private final LostReads lostReads = new LostReads();

  @Test
  void theReadAloneIsTriedAgainAndValidityCountsFromTheKeepalive() {
    try (EtcdServer server = EtcdServer.start();
        LeaseBackend backend =
            EtcdBackends.of(
                Client.builder()
                    .endpoints("http://127.0.0.1:" + server.port())
                    .interceptor(lostReads),
                CALL_TIMEOUT)) {
      Grant grant = Etcds.acquire(backend, "read-again");
      lostReads.lose(2);
      long before = System.nanoTime();
      assertThat(backend.renewIfOwner(grant)).isInstanceOf(RenewOutcome.Unknown.class);
      long asked = keepalives(server);
      assertThat(backend.renewIfOwner(grant)).isInstanceOf(RenewOutcome.Unknown.class);
      assertThat(backend.renewIfOwner(grant))
          .isInstanceOfSatisfying(
              RenewOutcome.Renewed.class,
              renewed ->
                  // Two calls, each of which waited for its read up to its bound.
                  assertThat(renewed.age())
                      .isGreaterThan(CALL_TIMEOUT.multipliedBy(3).dividedBy(2))
                      .isLessThan(Duration.ofNanos(System.nanoTime() - before)));
      assertThat(keepalives(server)).isEqualTo(asked);

      assertThat(backend.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
      assertThat(keepalives(server)).isEqualTo(asked + 1);
      assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
    }
  }

  /** The keepalive may have been answered by one that led no more. */
  @Test
  void aReadUnderAnotherLeaderConfirmsNoKeepaliveOfBefore() {
    try (EtcdCluster cluster = EtcdCluster.start();
        LeaseBackend backend =
            EtcdBackends.of(
                Client.builder().endpoints(cluster.endpoints()).interceptor(lostReads),
                CALL_TIMEOUT)) {
      Grant grant = Etcds.acquire(backend, "other-leader");
      lostReads.lose(1);
      assertThat(backend.renewIfOwner(grant)).isInstanceOf(RenewOutcome.Unknown.class);
      EtcdServer leader = cluster.leader();
      leader.stop();
      List<RenewOutcome> outcomes = new ArrayList<>();
      EtcdServer.until(
          "it is renewed",
          () -> {
            RenewOutcome outcome = backend.renewIfOwner(grant);
            outcomes.add(outcome);
            return outcome instanceof RenewOutcome.Renewed;
          });
      assertThat(outcomes).last().isEqualTo(RenewOutcome.Renewed.NOW);
      assertThat(outcomes).anyMatch(outcome -> outcome.toString().contains("another leader"));
      leader.launch();
      leader.awaitReady();
    }
  }

  private static long keepalives(EtcdServer server) {
    return server.counter("grpc_server_msg_received_total", "grpc_method=\"LeaseKeepAlive\"");
  }

  /** Transactions whose answers get lost; reads of renewals are transactions. */
  private static final class LostReads implements ClientInterceptor {

    private final AtomicInteger left = new AtomicInteger();

    void lose(int count) {
      left.set(count);
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      ClientCall<Q, R> call = next.newCall(method, options);
      if (!method.getFullMethodName().endsWith("/Txn")
          || left.getAndUpdate(count -> Math.max(0, count - 1)) == 0) {
        return call;
      }
      return new ForwardingClientCall.SimpleForwardingClientCall<>(call) {
        @Override
        public void start(ClientCall.Listener<R> listener, Metadata headers) {
          super.start(new ClientCall.Listener<>() {}, headers);
        }
      };
    }
  }
}
