package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(EveryCall.word(operator.revoke(grant.name(), true))).isEqualTo("Refused TIMEOUT");
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
}
