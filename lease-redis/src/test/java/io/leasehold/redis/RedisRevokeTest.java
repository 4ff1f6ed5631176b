package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseLostException;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.tck.net.Direction;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.HeldData;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A revoke that comes late. */
class RedisRevokeTest {

  /** Of the scripts that a revoke sends, only the one that changes something has the channels. */
  private static final String REVOKE = "leasehold:wake:";

  private final RedisServer server = RedisServer.start();
  private final FaultProxy proxy = FaultProxy.to(server.host(), server.port());
  private final LeaseBackend holders = Redises.connect(server.uri());
  private final LeaseBackend operator =
      Redises.connect("redis://127.0.0.1:" + proxy.port(), Duration.ofSeconds(2));

  @AfterEach
  void end() {
    operator.close();
    holders.close();
    proxy.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itHitsNobodyButTheHolderOfThen(boolean now) throws Exception {
    LeaseName name = new LeaseName("a");
    Redises.grant(holders, "other"); // so that the server knows the script
    assertThat(EveryCall.word(operator.revoke(new LeaseName("other"), now))).isEqualTo("Revoked");

    Grant first = Redises.grant(holders, "a");
    HeldData late = proxy.holdNext(Direction.REQUESTS, REVOKE);
    assertThat(EveryCall.word(operator.revoke(name, now))).isEqualTo("Unknown TIMEOUT");
    assertThat(late.awaitCaught(FarClient.BOUND)).isTrue();
    assertThat(holders.releaseIfOwner(first)).isEqualTo(new ReleaseOutcome.Released());
    Grant second = Redises.grant(holders, "a");

    long before = server.calls("evalsha");
    assertThat(late.letGo(FarClient.BOUND)).isTrue();
    RedisServer.until("it has arrived", () -> server.calls("evalsha") > before);
    assertThat(holders.renewIfOwner(second)).isEqualTo(RenewOutcome.Renewed.NOW);
    assertThat(holders.holder(name)).hasValueSatisfying(h -> assertThat(h.revoked()).isFalse());
  }

  /** It only looked: nothing was sent that could revoke. */
  @Test
  void withoutAnAnswerToItsLookItIsRefused() {
    Grant grant = Redises.grant(holders, "a");
    proxy.stall(Direction.REPLIES);
    RevokeOutcome outcome = operator.revoke(grant.name(), true);
    assertThat(EveryCall.word(outcome)).isEqualTo("Refused TIMEOUT");
    assertThat(((RevokeOutcome.Refused) outcome).cause().message())
        .contains("nothing was revoked", "no answer within the bound");
    proxy.heal();
    assertThat(holders.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
  }

  /** Its holder changes between the look and the revocation, twice: then the third is hit. */
  @Test
  void ifItsHolderChangesMeanwhileTheNextOneIsMeant() throws Exception {
    LeaseName name = new LeaseName("a");
    Grant holder = Redises.grant(holders, "a");
    HeldData revoke = proxy.holdNext(Direction.REQUESTS, REVOKE);
    Future<RevokeOutcome> outcome = Together.begin(() -> operator.revoke(name, true));
    for (int change = 0; change < 2; change++) {
      assertThat(revoke.awaitCaught(FarClient.BOUND)).isTrue();
      assertThat(holders.releaseIfOwner(holder)).isEqualTo(new ReleaseOutcome.Released());
      holder = Redises.grant(holders, "a");
      HeldData next = proxy.holdNext(Direction.REQUESTS, REVOKE);
      assertThat(revoke.letGo(FarClient.BOUND)).isTrue();
      revoke = next;
    }
    assertThat(revoke.awaitCaught(FarClient.BOUND)).isTrue();
    assertThat(revoke.letGo(FarClient.BOUND)).isTrue();
    assertThat(EveryCall.word(outcome.get())).isEqualTo("Revoked");
    assertThat(holders.holder(name)).isEmpty();
  }

  /** After revokeNow the store has nothing left that could tell a revocation from a loss. */
  @ParameterizedTest
  @CsvSource({"false, LOST_REVOKED", "true, LOST_NOT_OWNER"})
  void theHolderIsToldAsThePageOfCodesSays(boolean now, ErrorCode code) throws Exception {
    try (LeaseClient holder = LeaseClient.open(server.uri());
        LeaseClient other = LeaseClient.open(server.uri())) {
      Lease lease = holder.acquire(LeaseRequest.of("told").renewedByHand());
      assertThat(now ? other.revokeNow("told") : other.revoke("told")).isPresent();
      LeaseLostException lost = catchThrowableOfType(LeaseLostException.class, lease::renew);
      assertThat(lost).isNotNull();
      assertThat(lost.code()).isEqualTo(code);
    }
  }
}
