package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/** Tokens rise, whatever becomes of the keys. */
class RedisTokenTest {

  private final List<Long> tokens = new ArrayList<>();

  @Test
  void tokensRiseAcrossReleaseExpiryDeletionFlushAndARestartWithoutPersistence() {
    try (RedisServer server = RedisServer.start();
        LeaseBackend one = Redises.connect(server.uri());
        LeaseBackend two = Redises.connect(server.uri())) {
      one.releaseIfOwner(take(one));
      two.releaseIfOwner(take(two));
      RedisServer.until("the first expires", () -> expired(one));
      take(two);
      server.command(Command.DEL, Redises.leaseKey("a"));
      take(one);
      server.command(Command.DEL, Redises.leaseKey("a"), Redises.fenceKey("a"));
      take(two);
      server.command(Command.FLUSHALL);
      take(one);
      server.restart();
      RedisServer.until("it grants again", () -> granted(two));
      server.command(Command.FLUSHALL);
      RedisServer.until("it grants again", () -> granted(one));
    }
    assertThat(tokens).hasSize(9).isSorted().doesNotHaveDuplicates();
  }

  private Grant take(LeaseBackend backend) {
    Grant grant = Redises.grant(backend, "a");
    tokens.add(grant.fencingToken());
    return grant;
  }

  private boolean expired(LeaseBackend backend) {
    Grant grant = Redises.grant(backend, Redises.attempt("a", Duration.ofMillis(30)));
    tokens.add(grant.fencingToken());
    RedisServer.until("the lease ends", () -> backend.holder(grant.name()).isEmpty());
    return true;
  }

  private boolean granted(LeaseBackend backend) {
    AcquireOutcome outcome = backend.acquire(Redises.attempt("a"));
    if (outcome instanceof AcquireOutcome.Granted granted) {
      tokens.add(granted.grant().fencingToken());
      return true;
    }
    return false;
  }
}
