package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.RenewOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/** The server forgets its scripts (SCRIPT FLUSH, a restart): every step still runs once. */
class RedisScriptFlushTest {

  private RedisServer server;
  private LeaseBackend backend;

  @BeforeEach
  void start() {
    server = RedisServer.start();
    backend = Redises.connect(server.uri());
  }

  @AfterEach
  void end() {
    backend.close();
    server.close();
  }

  private void forget() {
    server.command(Command.SCRIPT, "FLUSH");
    server.command(Command.CONFIG, "RESETSTAT");
  }

  @Test
  void everyCallSucceedsAndWritesOnce() {
    AcquireAttempt attempt = Redises.attempt("a");
    forget();
    Grant grant = Redises.grant(backend, attempt);
    assertThat(server.calls("set")).as("fence and lease").isEqualTo(2);
    assertThat(server.calls("eval")).isEqualTo(1);

    forget();
    assertThat(backend.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
    assertThat(server.calls("pexpire")).isEqualTo(1);

    forget();
    assertThat(EveryCall.word(backend.releaseIfOwner(grant))).isEqualTo("Released");
    assertThat(server.calls("del")).isEqualTo(1);

    forget();
    assertThat(EveryCall.word(backend.abandon(attempt))).isEqualTo("Abandoned");
    assertThat(server.calls("set")).as("tombstone").isEqualTo(1);

    Grant next = Redises.grant(backend, "a");
    forget();
    assertThat(EveryCall.word(backend.revoke(next.name(), false))).isEqualTo("Revoked");
    assertThat(server.calls("set")).as("fence and mark").isEqualTo(2);

    forget();
    assertThat(backend.holder(next.name())).isPresent();
  }

  @Test
  void aBatchRenewsEachOfItsLeasesOnce() {
    List<Grant> grants = new ArrayList<>();
    for (int i = 0; i < RedisTraits.MAX_BATCH; i++) {
      grants.add(Redises.grant(backend, "batch " + i));
    }
    forget();
    assertThat(backend.renewAllIfOwner(grants)).containsOnly(RenewOutcome.Renewed.NOW);
    assertThat(server.calls("pexpire")).isEqualTo(RedisTraits.MAX_BATCH);
    assertThat(server.calls("eval")).as("the whole text travels").isEqualTo(RedisTraits.MAX_BATCH);

    server.command(Command.CONFIG, "RESETSTAT");
    assertThat(backend.renewAllIfOwner(grants)).containsOnly(RenewOutcome.Renewed.NOW);
    assertThat(server.calls("pexpire")).isEqualTo(RedisTraits.MAX_BATCH);
    assertThat(server.calls("eval")).as("the server knows it again").isZero();
  }

  @Test
  void scriptsThatVanishWhileABatchRunsCostNoRenewal() throws Exception {
    List<Grant> grants = new ArrayList<>();
    for (int i = 0; i < RedisTraits.MAX_BATCH; i++) {
      grants.add(Redises.grant(backend, "batch " + i));
    }
    server.command(Command.CONFIG, "RESETSTAT");
    Thread flusher =
        new Thread(
            () -> {
              try (RedisServer.Guest guest = server.guest()) {
                while (!Thread.currentThread().isInterrupted()) {
                  guest.command(Command.SCRIPT, "FLUSH");
                }
              }
            });
    flusher.start();
    int batches = 0;
    // Until some batches were hit in their middle: their first scripts ran and later ones did not.
    while (server.calls("eval") < 5 * RedisTraits.MAX_BATCH || batches < 20) {
      assertThat(backend.renewAllIfOwner(grants)).containsOnly(RenewOutcome.Renewed.NOW);
      batches++;
    }
    flusher.interrupt();
    flusher.join();
    assertThat(server.calls("pexpire")).isEqualTo((long) batches * RedisTraits.MAX_BATCH);
  }

  @Test
  void aRestartedServerKnowsNoScriptAndServesAgain() {
    server.restart();
    RedisServer.until("the cut connection is noticed", () -> answers("a"));
    Grant grant = Redises.grant(backend, "b");
    assertThat(backend.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
  }

  private boolean answers(String name) {
    return EveryCall.word(backend.acquire(Redises.attempt(name))).equals("Granted");
  }
}
