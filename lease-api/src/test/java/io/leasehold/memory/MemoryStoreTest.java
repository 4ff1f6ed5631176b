package io.leasehold.memory;

import static io.leasehold.memory.MemoryTestKit.CALL_TIMEOUT;
import static io.leasehold.memory.MemoryTestKit.ORDERS;
import static io.leasehold.memory.MemoryTestKit.TTL;
import static io.leasehold.memory.MemoryTestKit.attempt;
import static io.leasehold.memory.MemoryTestKit.grantTo;
import static io.leasehold.memory.MemoryTestKit.granted;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryStoreTest {

  private static final Duration ALMOST_TTL = TTL.minusNanos(1);

  private final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore(clock);
  private final MemoryBackend a = store.connect(CALL_TIMEOUT);
  private final MemoryBackend b = store.connect(CALL_TIMEOUT);

  @Test
  void aFreeNameIsGrantedAsAsked() {
    AcquireAttempt attempt = attempt();

    Grant grant = granted(a.acquire(attempt));

    assertThat(grant.name()).isEqualTo(ORDERS);
    assertThat(grant.owner()).isEqualTo(attempt.owner());
    assertThat(grant.ttl()).isEqualTo(TTL);
  }

  @Test
  void aHeldNameIsBusyAndTellsItsHolder() {
    Grant grant = grantTo(a);
    clock.advance(Duration.ofSeconds(4));

    assertThat(b.acquire(attempt()))
        .isEqualTo(
            new AcquireOutcome.Busy(
                new HolderInfo(
                    "orders",
                    grant.owner().toString(),
                    grant.fencingToken(),
                    Optional.of(Duration.ofSeconds(6)),
                    false,
                    attempt().metadata())));
  }

  @Test
  void theSameOwnerAgainIsBusyAndExtendsNothing() {
    AcquireAttempt attempt = attempt();
    granted(a.acquire(attempt));
    clock.advance(ALMOST_TTL);

    assertThat(a.acquire(attempt)).isInstanceOf(AcquireOutcome.Busy.class);

    clock.advance(Duration.ofNanos(1));
    assertThat(b.holder(ORDERS)).isEmpty();
  }

  @Test
  void anUnrenewedGrantEndsExactlyAtItsTtl() {
    grantTo(a);

    clock.advance(ALMOST_TTL);
    assertThat(b.acquire(attempt())).isInstanceOf(AcquireOutcome.Busy.class);

    clock.advance(Duration.ofNanos(1));
    grantTo(b);
  }

  @Test
  void aRenewalLetsTheFullTtlRunAgain() {
    Grant grant = grantTo(a);
    clock.advance(ALMOST_TTL);

    assertThat(a.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);

    clock.advance(ALMOST_TTL);
    assertThat(a.holder(ORDERS).orElseThrow().remaining()).contains(Duration.ofNanos(1));
    clock.advance(Duration.ofNanos(1));
    assertThat(a.renewIfOwner(grant)).isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.ABSENT));
    assertThat(a.holder(ORDERS)).isEmpty();
  }

  @Test
  void aReleaseFreesTheNameOnce() {
    Grant grant = grantTo(a);

    assertThat(a.releaseIfOwner(grant)).isEqualTo(new ReleaseOutcome.Released());
    assertThat(a.releaseIfOwner(grant))
        .isEqualTo(new ReleaseOutcome.NotOwner(NotOwnerReason.ABSENT));
    grantTo(b);
  }

  @Test
  void aFormerHolderTouchesNothingOfTheNextOne() {
    Grant old = grantTo(a);
    clock.advance(TTL);
    Grant next = grantTo(b);
    Optional<HolderInfo> before = b.holder(ORDERS);

    assertThat(a.renewIfOwner(old)).isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN));
    assertThat(a.releaseIfOwner(old))
        .isEqualTo(new ReleaseOutcome.NotOwner(NotOwnerReason.FOREIGN));
    a.abandon(new AcquireAttempt(ORDERS, old.owner(), TTL, 0, attempt().metadata()));

    assertThat(b.holder(ORDERS)).isEqualTo(before);
    assertThat(b.renewIfOwner(next)).isEqualTo(RenewOutcome.Renewed.NOW);
  }

  @Test
  void aSecondGrantOfTheSameAttemptIsAStrangerToTheFirst() {
    AcquireAttempt attempt = attempt();
    Grant first = granted(a.acquire(attempt));
    a.releaseIfOwner(first);
    Grant second = granted(a.acquire(attempt));

    assertThat(a.renewIfOwner(first)).isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN));
    assertThat(a.releaseIfOwner(first))
        .isEqualTo(new ReleaseOutcome.NotOwner(NotOwnerReason.FOREIGN));
    assertThat(a.renewIfOwner(second)).isEqualTo(RenewOutcome.Renewed.NOW);
  }

  @Test
  void abandonFreesWhatTheAttemptGotAndForbidsItForTenMinutes() {
    AcquireAttempt attempt = attempt();
    granted(a.acquire(attempt));

    assertThat(a.abandon(attempt)).isEqualTo(new AbandonOutcome.Abandoned());

    assertThat(b.holder(ORDERS)).isEmpty();
    clock.advance(Duration.ofMinutes(10).minusNanos(1));
    assertThat(a.acquire(attempt)).isInstanceOf(AcquireOutcome.Refused.class);
    assertThat(b.holder(ORDERS)).isEmpty();
  }

  @Test
  void tombstonesAndExpiredRecordsArePurged() {
    for (int i = 0; i < 1_000; i++) {
      granted(a.acquire(attempt("held-" + i)));
      a.abandon(attempt("given-up-" + i));
    }
    clock.advance(Duration.ofMinutes(10));

    for (int i = 0; i < 1_000; i++) {
      a.releaseIfOwner(granted(a.acquire(attempt("later-" + i))));
    }
    grantTo(a);
    a.abandon(attempt("last"));

    assertThat(store.tombstones()).isEqualTo(1);
    assertThat(store.records()).isLessThan(1_100);
  }

  @Test
  void aRepeatedAbandonProlongsItsTombstone() {
    AcquireAttempt attempt = attempt();
    a.abandon(attempt);
    clock.advance(Duration.ofMinutes(9));
    a.abandon(attempt);
    clock.advance(Duration.ofMinutes(9));

    assertThat(a.acquire(attempt)).isInstanceOf(AcquireOutcome.Refused.class);
    assertThat(store.tombstones()).isEqualTo(1);
  }

  @Test
  void aRevokedGrantIsNotRenewedAndVacantAtItsTtl() {
    Grant grant = grantTo(a);
    clock.advance(Duration.ofSeconds(3));

    b.revoke(ORDERS, false);

    assertThat(a.renewIfOwner(grant)).isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.REVOKED));
    assertThat(b.holder(ORDERS).orElseThrow().revoked()).isTrue();
    assertThat(b.acquire(attempt())).isInstanceOf(AcquireOutcome.Busy.class);
    clock.advance(Duration.ofSeconds(7));
    grantTo(b);
  }

  @Test
  void aRevokedHolderCanLetGo() {
    Grant grant = grantTo(a);
    b.revoke(ORDERS, false);

    assertThat(a.releaseIfOwner(grant)).isEqualTo(new ReleaseOutcome.Released());
    grantTo(b);
  }

  @Test
  void revokeNowFreesAtOnce() {
    Grant grant = grantTo(a);

    b.revoke(ORDERS, true);

    assertThat(a.renewIfOwner(grant)).isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.ABSENT));
    grantTo(b);
  }

  @Test
  void theBarrierLiesBetweenTheRevokedTokenAndEveryLaterOne() {
    for (boolean now : new boolean[] {false, true}) {
      Grant grant = grantTo(a);

      RevokeOutcome.Revoked revoked = (RevokeOutcome.Revoked) b.revoke(ORDERS, now);
      a.releaseIfOwner(grant);

      assertThat(revoked.barrierToken()).isGreaterThan(grant.fencingToken());
      Grant next = grantTo(b);
      assertThat(next.fencingToken()).isGreaterThan(revoked.barrierToken());
      b.releaseIfOwner(next);
    }
  }

  @Test
  void nobodyIsRevokedWhereNobodyHolds() {
    assertThat(a.revoke(ORDERS, false)).isEqualTo(new RevokeOutcome.Absent());
    assertThat(a.revoke(ORDERS, true)).isEqualTo(new RevokeOutcome.Absent());
  }

  @Test
  void tokensRiseAcrossEveryWayInWhichARecordEnds() {
    List<Long> tokens = new ArrayList<>();
    Grant released = grantTo(a);
    tokens.add(released.fencingToken());
    a.releaseIfOwner(released);
    tokens.add(grantTo(b).fencingToken());
    clock.advance(TTL);
    tokens.add(grantTo(a).fencingToken());
    store.faults().delete("orders");
    tokens.add(grantTo(b).fencingToken());
    store.faults().wipe();
    tokens.add(grantTo(a).fencingToken());
    store.restart(true);
    clock.advance(TTL);
    tokens.add(grantTo(b).fencingToken());

    assertThat(tokens).hasSize(6).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void aTokenIsAboveTheFloorThatTheClientHasSeen() {
    Grant grant = granted(a.acquire(attempt(ORDERS, TTL, 1_000)));
    Grant other = granted(a.acquire(attempt("other")));

    assertThat(grant.fencingToken()).isEqualTo(1_001);
    assertThat(other.fencingToken()).isGreaterThan(1_001);
  }

  @Test
  void aFloorThatLeavesNoTokenIsRefused() {
    AcquireOutcome outcome = a.acquire(attempt(ORDERS, TTL, Long.MAX_VALUE));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            AcquireOutcome.Refused.class,
            r -> assertThat(r.cause().kind()).isEqualTo(Cause.Kind.MISCONFIGURED));
    assertThat(b.holder(ORDERS)).isEmpty();
  }

  @Test
  void namesAreIndependent() {
    grantTo(a);

    granted(b.acquire(attempt("orders/1")));
    granted(b.acquire(attempt("Orders")));
    assertThat(b.holder(new LeaseName("order"))).isEmpty();
  }

  @Test
  void aStrangersGrantIsAbsentOnAnEmptyStore() {
    Grant stranger = new Grant(ORDERS, OwnerToken.random(), TTL, 7, null);

    assertThat(a.renewIfOwner(stranger))
        .isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.ABSENT));
    assertThat(a.holder(ORDERS)).isEmpty();
  }
}
