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
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/** Keys that hold what no lease ever wrote: told as such, left alone, and no harm to others. */
class RedisForeignDataTest {

  private static final String FOREIGN = "someone else's";

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

  private static Cause refused(AcquireOutcome outcome) {
    assertThat(outcome).isInstanceOf(AcquireOutcome.Refused.class);
    return ((AcquireOutcome.Refused) outcome).cause();
  }

  @Test
  void aLeaseKeyOfAnotherTypeIsNobodysLease() {
    AcquireAttempt attempt = Redises.attempt("a");
    Grant grant = Redises.grant(backend, attempt);
    server.command(Command.DEL, Redises.leaseKey("a"));
    server.command(Command.RPUSH, Redises.leaseKey("a"), FOREIGN);

    assertThat(refused(backend.acquire(Redises.attempt("a"))).kind())
        .isEqualTo(Cause.Kind.MISCONFIGURED);
    assertThat(EveryCall.word(backend.renewIfOwner(grant))).isEqualTo("NotOwner FOREIGN");
    assertThat(EveryCall.word(backend.releaseIfOwner(grant))).isEqualTo("NotOwner FOREIGN");
    assertThat(backend.abandon(attempt)).isEqualTo(new AbandonOutcome.Abandoned());
    assertThat(EveryCall.word(backend.revoke(new LeaseName("a"), true)))
        .isEqualTo("Refused MISCONFIGURED");
    BackendUnavailableException error =
        catchThrowableOfType(
            BackendUnavailableException.class, () -> backend.holder(new LeaseName("a")));
    assertThat(error.code()).isEqualTo(ErrorCode.MISCONFIGURED);
    assertThat(server.command(Command.LLEN, Redises.leaseKey("a"))).isEqualTo(1L);
  }

  /** Every later token would have to be greater still, of every name. */
  @Test
  void aRecordWithATokenThatNoCounterReachesIsNobodysLease() {
    for (String token : new String[] {"9007199254740992", "9223372036854775807"}) {
      String record = "0".repeat(31) + "1 h " + token + " host=h";
      server.command(Command.SET, Redises.leaseKey("a"), record);
      Cause cause = refused(backend.acquire(Redises.attempt("a")));
      assertThat(cause.kind()).isEqualTo(Cause.Kind.MISCONFIGURED);
      assertThat(cause.message()).contains(Redises.leaseKey("a"), "delete it");
    }
  }

  @Test
  void aLeaseKeyWithAForeignValueIsNobodysLeaseAndStaysAsItIs() {
    AcquireAttempt attempt = Redises.attempt("a");
    Grant grant = Redises.grant(backend, attempt);
    server.command(Command.SET, Redises.leaseKey("a"), FOREIGN);

    Cause cause = refused(backend.acquire(Redises.attempt("a")));
    assertThat(cause.kind()).isEqualTo(Cause.Kind.MISCONFIGURED);
    assertThat(cause.message()).contains(Redises.leaseKey("a"), "delete it");
    assertThat(EveryCall.word(backend.renewIfOwner(grant))).isEqualTo("NotOwner FOREIGN");
    assertThat(EveryCall.word(backend.releaseIfOwner(grant))).isEqualTo("NotOwner FOREIGN");
    assertThat(backend.abandon(attempt)).isEqualTo(new AbandonOutcome.Abandoned());
    for (boolean now : new boolean[] {false, true}) {
      RevokeOutcome revoked = backend.revoke(new LeaseName("a"), now);
      assertThat(EveryCall.word(revoked)).isEqualTo("Refused MISCONFIGURED");
    }
    assertThat(server.text(Command.GET, Redises.leaseKey("a"))).isEqualTo(FOREIGN);
  }

  @Test
  void aRecordOfATokenBeyondAllNumbersIsForeignToo() {
    String owner = "0".repeat(32);
    server.command(Command.SET, Redises.leaseKey("a"), owner + " h " + "9".repeat(30) + " ");
    assertThat(refused(backend.acquire(Redises.attempt("a"))).kind())
        .isEqualTo(Cause.Kind.MISCONFIGURED);
    assertThat(EveryCall.word(backend.revoke(new LeaseName("a"), false)))
        .isEqualTo("Refused MISCONFIGURED");
  }

  @Test
  void aFencingCounterThatIsNoneGrantsNothing() {
    String limit = Long.toString(1L << 53);
    for (String counter : new String[] {FOREIGN, "", "-1", "1e300", "1.5", "1" + limit, limit}) {
      server.command(Command.SET, Redises.fenceKey("a"), counter);
      Cause cause = refused(backend.acquire(Redises.attempt("a")));
      assertThat(cause.kind()).as(counter).isEqualTo(Cause.Kind.MISCONFIGURED);
      assertThat(cause.toString()).contains(Redises.fenceKey("a"), "2^53");
      assertThat(server.command(Command.EXISTS, Redises.leaseKey("a"))).isEqualTo(0L);
      assertThat(server.text(Command.GET, Redises.fenceKey("a"))).isEqualTo(counter);
    }
    server.command(Command.DEL, Redises.fenceKey("a"));
    server.command(Command.RPUSH, Redises.fenceKey("a"), FOREIGN);
    assertThat(refused(backend.acquire(Redises.attempt("a"))).kind())
        .isEqualTo(Cause.Kind.MISCONFIGURED);
  }

  @Test
  void theLastTokenBelow2To53IsGrantedOnceAndThenNoMore() {
    long greatest = (1L << 53) - 1;
    server.command(Command.SET, Redises.fenceKey("a"), Long.toString(greatest - 1));
    Grant last = Redises.grant(backend, "a");
    assertThat(last.fencingToken()).isEqualTo(greatest);
    backend.releaseIfOwner(last);
    Cause cause = refused(backend.acquire(Redises.attempt("a")));
    assertThat(cause.kind()).isEqualTo(Cause.Kind.MISCONFIGURED);
    assertThat(cause.toString()).contains(Redises.fenceKey("a"));
    assertThat(server.text(Command.GET, Redises.fenceKey("a"))).isEqualTo("" + greatest);
  }

  @Test
  void aFloorThatLeavesNoTokenBelow2To53IsRefusedAndLeavesTheCounter() {
    AcquireAttempt attempt =
        new AcquireAttempt(
            new LeaseName("a"),
            OwnerToken.random(),
            Duration.ofMinutes(1),
            (1L << 53) - 1,
            Map.of());
    assertThat(refused(backend.acquire(attempt)).kind()).isEqualTo(Cause.Kind.MISCONFIGURED);
    assertThat(server.command(Command.EXISTS, Redises.fenceKey("a"))).isEqualTo(0L);
    Redises.grant(backend, "a");
  }

  @Test
  void aPoisonedLineOfWaitersDisturbsNoCall() {
    Grant grant = Redises.grant(backend, "a");
    server.command(Command.SET, Redises.waitersKey("a"), FOREIGN);
    AcquireAttempt waiting =
        new AcquireAttempt(new LeaseName("a"), OwnerToken.random(), grant.ttl(), 0, Map.of(), true);
    // The first that waits starts the listening; then each acquire takes a place in line.
    backend.onVacant(waiting.name(), () -> {}).close();
    RedisServer.until(
        "the client listens",
        () -> server.text(Command.PUBSUB, "CHANNELS").contains("leasehold:wake:"));
    assertThat(backend.acquire(waiting)).isInstanceOf(AcquireOutcome.Busy.class);
    assertThat(EveryCall.word(backend.releaseIfOwner(grant))).isEqualTo("Released");
    assertThat(backend.acquire(waiting)).isInstanceOf(AcquireOutcome.Granted.class);
    assertThat(backend.abandon(waiting)).isEqualTo(new AbandonOutcome.Abandoned());
  }

  @Test
  void poisonedKeysInABatchHarmNoOtherLease() {
    List<Grant> grants = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      grants.add(Redises.grant(backend, "batch " + i));
    }
    server.command(Command.SET, Redises.leaseKey("batch 3"), FOREIGN);
    server.command(Command.DEL, Redises.leaseKey("batch 7"));
    server.command(Command.RPUSH, Redises.leaseKey("batch 7"), FOREIGN);
    server.command(Command.DEL, Redises.leaseKey("batch 11"));
    backend.revoke(new LeaseName("batch 13"), false);

    List<RenewOutcome> outcomes = backend.renewAllIfOwner(grants);
    for (int i = 0; i < 30; i++) {
      String expected =
          switch (i) {
            case 3, 7 -> "NotOwner FOREIGN";
            case 11 -> "NotOwner ABSENT";
            case 13 -> "NotOwner REVOKED";
            default -> "Renewed";
          };
      assertThat(EveryCall.word(outcomes.get(i))).as("batch %s", i).isEqualTo(expected);
    }
  }
}
