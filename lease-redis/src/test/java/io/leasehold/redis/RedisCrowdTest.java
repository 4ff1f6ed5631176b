package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.net.Direction;
import io.leasehold.tck.net.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/**
 * Many callers who acquire on a line without answers: held leases are renewed and freed through it.
 */
class RedisCrowdTest {

  private static final int POOL = 4;

  /** Half of it, the longest wait for a connection, is longer than the test is patient. */
  private static final Duration BOUND = Duration.ofMinutes(1);

  private final RedisServer server = RedisServer.start();
  private final FaultProxy proxy = FaultProxy.to("127.0.0.1", server.port());
  private final LeaseBackend backend =
      Redises.connect("redis://127.0.0.1:" + proxy.port() + "?pool=" + POOL, BOUND);

  @AfterEach
  void end() {
    proxy.heal();
    backend.close();
    proxy.close();
    server.close();
  }

  @Test
  void renewalsAndReleasesFindAConnectionAlthoughAllCallersWaitForOne() throws Exception {
    Grant kept = Redises.grant(backend, "kept");
    Grant ended = Redises.grant(backend, "ended");
    fillThePool(kept);
    server.command(Command.CONFIG, "RESETSTAT");
    proxy.stall(Direction.REPLIES);
    List<Future<AcquireOutcome>> crowd = new ArrayList<>();
    for (int i = 0; i < 10 * POOL; i++) {
      String name = "crowd " + i;
      crowd.add(Together.begin(() -> backend.acquire(Redises.attempt(name))));
    }
    RedisServer.until("their share is out", () -> server.calls("evalsha") == POOL - 2);

    Future<ReleaseOutcome> release = Together.begin(() -> backend.releaseIfOwner(ended));
    RedisServer.until(
        "the release has run",
        () -> server.command(Command.EXISTS, Redises.leaseKey("ended")).equals(0L));
    Future<RenewOutcome> renewal = Together.begin(() -> backend.renewIfOwner(kept));
    RedisServer.until("the renewal has run", () -> server.calls("pexpire") == 1);
    assertThat(server.calls("evalsha")).as("and nothing else").isEqualTo(POOL);

    proxy.heal();
    assertThat(renewal.get()).isEqualTo(RenewOutcome.Renewed.NOW);
    assertThat(release.get()).isEqualTo(new ReleaseOutcome.Released());
    for (Future<AcquireOutcome> acquire : crowd) {
      assertThat(acquire.get()).isInstanceOf(AcquireOutcome.Granted.class);
    }
  }

  /** Renewals may use all connections: so many at once make them all. */
  private void fillThePool(Grant grant) throws Exception {
    proxy.stall(Direction.REPLIES);
    server.command(Command.CONFIG, "RESETSTAT");
    List<Future<RenewOutcome>> renewals = new ArrayList<>();
    for (int i = 0; i < POOL; i++) {
      renewals.add(Together.begin(() -> backend.renewIfOwner(grant)));
    }
    RedisServer.until("each has one", () -> proxy.open() == POOL);
    proxy.heal();
    for (Future<RenewOutcome> renewal : renewals) {
      assertThat(renewal.get()).isEqualTo(RenewOutcome.Renewed.NOW);
    }
  }
}
