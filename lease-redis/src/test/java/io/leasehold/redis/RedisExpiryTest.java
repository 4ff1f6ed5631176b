package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.ReleaseOutcome;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/**
 * Redis deletes an expired key when somebody touches it, or some time later by itself. Without the
 * second, which may lag by seconds on a server with many keys, the first has to be enough.
 */
class RedisExpiryTest {

  private static final Duration TTL = Duration.ofMillis(300);

  private final RedisServer server = RedisServer.start("--enable-debug-command", "yes");
  private final LeaseBackend backend = Redises.connect(server.uri());

  @AfterEach
  void end() {
    backend.close();
    server.close();
  }

  @Test
  void anExpiredRecordThatIsNotDeletedYetIsFree() {
    server.command("DEBUG", "SET-ACTIVE-EXPIRE", "0");
    Grant grant = Redises.grant(backend, Redises.attempt("a", TTL));
    long granted = System.nanoTime();
    Object keys = server.command(Command.DBSIZE);
    RedisServer.until("the ttl is over", () -> System.nanoTime() - granted > 2 * TTL.toNanos());
    assertThat(server.command(Command.DBSIZE)).as("keys, expired ones too").isEqualTo(keys);

    Grant next = Redises.grant(backend, "a");
    assertThat(next.fencingToken()).isGreaterThan(grant.fencingToken());
    assertThat(backend.releaseIfOwner(grant)).isNotInstanceOf(ReleaseOutcome.Released.class);
    assertThat(backend.releaseIfOwner(next)).isInstanceOf(ReleaseOutcome.Released.class);
  }
}
