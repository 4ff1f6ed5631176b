package io.leasehold.memory;

import static io.leasehold.memory.MemoryTestKit.CALL_TIMEOUT;
import static io.leasehold.memory.MemoryTestKit.ORDERS;
import static io.leasehold.memory.MemoryTestKit.TTL;
import static io.leasehold.memory.MemoryTestKit.attempt;
import static io.leasehold.memory.MemoryTestKit.causeOf;
import static io.leasehold.memory.MemoryTestKit.grantTo;
import static io.leasehold.memory.MemoryTestKit.granted;
import static io.leasehold.memory.MemoryTestKit.sessionTraits;
import static io.leasehold.memory.MemoryTestKit.traits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Fault;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MemoryConnectionTest {

  private final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore(clock);
  private final MemoryBackend a = store.connect(CALL_TIMEOUT);
  private final MemoryBackend b = store.connect(CALL_TIMEOUT);

  @Test
  void aClosedConnectionRefusesEveryCall() {
    Grant grant = grantTo(a);
    Cause closed = Call.Budget.CLOSED;

    a.close();
    a.close();

    assertThat(a.acquire(attempt())).isEqualTo(new AcquireOutcome.Refused(closed));
    assertThat(a.renewIfOwner(grant)).isEqualTo(new RenewOutcome.Refused(closed));
    assertThat(a.renewAllIfOwner(List.of(grant))).containsExactly(new RenewOutcome.Refused(closed));
    assertThat(a.releaseIfOwner(grant)).isEqualTo(new ReleaseOutcome.Refused(closed));
    assertThat(a.abandon(attempt())).isEqualTo(new AbandonOutcome.Refused(closed));
    assertThat(a.revoke(ORDERS, true)).isEqualTo(new RevokeOutcome.Refused(closed));
    assertThatThrownBy(() -> a.holder(ORDERS)).isInstanceOf(BackendUnavailableException.class);
  }

  @Test
  void closingReleasesNothingWhereTheTtlBelongsToTheLease() {
    Grant grant = grantTo(a);

    a.close();

    assertThat(b.holder(ORDERS).orElseThrow().owner()).isEqualTo(grant.owner().toString());
  }

  @Test
  void aTtlThatIsNotDeclaredIsRefused() {
    MemoryBackend seconds =
        store.connect(traits().ttl(Duration.ofSeconds(2), TTL, Duration.ofSeconds(1)).build());

    for (long millis : new long[] {1_000, 2_500, 11_000}) {
      assertThat(seconds.acquire(attempt(ORDERS, Duration.ofMillis(millis), 0)))
          .isInstanceOfSatisfying(
              AcquireOutcome.Refused.class,
              r -> assertThat(r.cause().kind()).isEqualTo(Cause.Kind.MISCONFIGURED));
    }
    granted(seconds.acquire(attempt(ORDERS, Duration.ofSeconds(2), 0)));
  }

  @Test
  void aTtlBeyondTheRangeOfTheClockStillEndsLater() {
    Duration ages = Duration.ofDays(365L * 1_000);
    MemoryBackend patient =
        store.connect(traits().ttl(Duration.ofMillis(1), ages, Duration.ofMillis(1)).build());

    Grant grant = granted(patient.acquire(attempt(ORDERS, ages, 0)));

    assertThat(grant.ttl()).isEqualTo(ages);
    clock.advance(Duration.ofDays(365));
    assertThat(b.holder(ORDERS)).isPresent();
  }

  @Test
  void aBatchIsAnsweredInItsOrder() {
    Grant held = granted(a.acquire(attempt("held")));
    Grant gone = granted(a.acquire(attempt("gone")));
    a.releaseIfOwner(gone);
    Grant stolen = granted(a.acquire(attempt("stolen")));
    store.faults().delete("stolen");
    granted(b.acquire(attempt("stolen")));

    assertThat(a.renewAllIfOwner(List.of(stolen, held, gone)))
        .containsExactly(
            new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN),
            RenewOutcome.Renewed.NOW,
            new RenewOutcome.NotOwner(NotOwnerReason.ABSENT));
    assertThat(a.renewAllIfOwner(List.of())).isEmpty();
  }

  @Test
  void aBatchAgainstTheContractIsAnError() {
    MemoryStore divided = new MemoryStore(clock).domains(name -> name.value());
    MemoryBackend c = divided.connect(traits().maxBatch(2).build());
    Grant x = granted(c.acquire(attempt("x")));
    Grant y = granted(c.acquire(attempt("y")));

    assertThat(c.renewalDomain(x)).isEqualTo("x");
    assertThatThrownBy(() -> c.renewAllIfOwner(List.of(x, y)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("of one domain");
    assertThatThrownBy(() -> c.renewAllIfOwner(List.of(x, x, x)))
        .hasMessageContaining("a batch of 3 grants")
        .hasMessageContaining("at most 2");
    assertThatThrownBy(() -> divided.domains(name -> "")).hasMessageContaining("first connect");
  }

  @Test
  void anInterruptedCallThatCostsNoTimeIsMade() {
    Thread.currentThread().interrupt();
    try {
      granted(a.acquire(attempt()));
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void anInterruptedCallGivesUpWaitingAndKeepsTheFlag() {
    for (LeaseClock each : List.of(clock, LeaseClock.system())) {
      MemoryStore slow = new MemoryStore(each);
      MemoryBackend c = slow.connect(Duration.ofHours(1));
      slow.faults().next(Op.ACQUIRE).loseReply();
      slow.faults().next(Op.ACQUIRE).delayRequest(Duration.ofMinutes(30));
      slow.faults().next(Op.HOLDER).delayReply(Duration.ofMinutes(30));
      Thread.currentThread().interrupt();
      try {
        long begin = clock.nanos();
        assertThat(causeOf(c.acquire(attempt("a")))).isEqualTo(Cause.Kind.INTERRUPTED);
        assertThat(c.acquire(attempt("b")))
            .isInstanceOfSatisfying(
                AcquireOutcome.Refused.class,
                r -> assertThat(r.cause().kind()).isEqualTo(Cause.Kind.INTERRUPTED));
        assertThatThrownBy(() -> c.holder(ORDERS))
            .isInstanceOfSatisfying(
                BackendUnavailableException.class,
                e -> assertThat(e.reason().kind()).isEqualTo(Cause.Kind.INTERRUPTED));
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(clock.nanos()).isEqualTo(begin);
      } finally {
        Thread.interrupted();
      }
      assertThat(slow.records()).isEqualTo(1);
    }
  }

  @Test
  @Timeout(30)
  void onARealClockALostAnswerTakesTheCallTimeout() {
    LeaseClock real = LeaseClock.system();
    MemoryStore slow = new MemoryStore(real);
    Duration bound = Duration.ofMillis(5);
    MemoryBackend c = slow.connect(bound);
    slow.faults().next(Op.ACQUIRE).loseRequest();
    long begin = real.nanos();

    assertThat(causeOf(c.acquire(attempt()))).isEqualTo(Cause.Kind.TIMEOUT);

    assertThat(real.nanos() - begin).isGreaterThanOrEqualTo(bound.toNanos());
  }

  @Test
  @Timeout(30)
  void closingEndsACallThatWaits() throws Exception {
    MemoryStore slow = new MemoryStore(LeaseClock.system());
    MemoryBackend c = slow.connect(Duration.ofHours(1));
    InjectedFault lost = slow.faults().next(Op.ACQUIRE).loseRequest();
    CompletableFuture<AcquireOutcome> call =
        CompletableFuture.supplyAsync(() -> c.acquire(attempt()));
    while (lost.hits() == 0) {
      Thread.onSpinWait();
    }

    c.close();

    assertThat(causeOf(call.get(20, TimeUnit.SECONDS))).isEqualTo(Cause.Kind.CLOSED);
  }

  @Test
  void closingBetweenExecutionAndReplyLeavesTheOutcomeUnknown() {
    store.faults().next(Op.ACQUIRE).delayReply(Duration.ofMillis(1));
    store.faults().after(Op.ACQUIRE, a::close);

    assertThat(causeOf(a.acquire(attempt()))).isEqualTo(Cause.Kind.CLOSED);
    assertThat(b.holder(ORDERS)).isPresent();
  }

  @Test
  void aRestartThatKeepsStateKeepsGrantsAndKillsWhatIsUnderWay() {
    Grant grant = grantTo(a);
    InjectedFault late = store.faults().next(Op.ACQUIRE).holdRequest();
    a.acquire(attempt("late"));
    store.faults().freeze("");
    a.releaseIfOwner(grant);

    store.restart(true);

    assertThat(late.letGo()).isZero();
    assertThat(store.faults().thaw("", true)).isZero();
    assertThat(a.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
  }

  @Test
  void aRestartThatLosesStateHasToBeDeclared() {
    assertThatThrownBy(() -> store.restart(false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("grantsSurviveRestart(false)");

    a.close();
    b.close();
    MemoryBackend c =
        store.connect(
            traits().grantsSurviveRestart(false).exclusionBrokenBy(Fault.RESTART).build());
    Grant grant = grantTo(c);
    c.abandon(attempt());

    store.restart(false);

    assertThat(store.records() + store.tombstones()).isZero();
    assertThat(c.renewIfOwner(grant)).isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.ABSENT));
    assertThat(grantTo(c).fencingToken()).isGreaterThan(grant.fencingToken());
  }

  @Test
  void aStoreThatLosesItsFenceCounterHasToDeclareIt() {
    MemoryStore forgetful = new MemoryStore(clock).losingFenceOnRestart();
    assertThatThrownBy(() -> forgetful.connect(traits().build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fenceBrokenBy(RESTART)");

    MemoryBackend c = forgetful.connect(CALL_TIMEOUT);
    Grant before = grantTo(c);
    c.releaseIfOwner(before);
    forgetful.restart(true);

    assertThat(c.traits().fenceBrokenBy()).containsExactly(Fault.RESTART);
    assertThat(grantTo(c).fencingToken()).isEqualTo(before.fencingToken());
    assertThat(((RevokeOutcome.Revoked) c.revoke(ORDERS, false)).barrierToken())
        .isGreaterThan(before.fencingToken());
  }

  @Test
  void onlyASessionCanBeEnded() {
    assertThat(a.traits().ttlScope()).isEqualTo(BackendTraits.TtlScope.LEASE);
    assertThatThrownBy(() -> store.faults().endSession(a))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ttlScope(SESSION)");
    store.faults().endSession(store.connect(sessionTraits()));
  }
}
