package io.leasehold.memory;

import static io.leasehold.memory.MemoryTestKit.CALL_TIMEOUT;
import static io.leasehold.memory.MemoryTestKit.ORDERS;
import static io.leasehold.memory.MemoryTestKit.TTL;
import static io.leasehold.memory.MemoryTestKit.attempt;
import static io.leasehold.memory.MemoryTestKit.causeOf;
import static io.leasehold.memory.MemoryTestKit.grantTo;
import static io.leasehold.memory.MemoryTestKit.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryFaultsTest {

  private final ManualClock clock = new ManualClock();
  private final MemoryStore store =
      new MemoryStore(clock).domains(name -> name.value().startsWith("x") ? "x" : "other");
  private final MemoryFaults faults = store.faults();
  private final MemoryBackend a = store.connect(CALL_TIMEOUT);
  private final MemoryBackend b = store.connect(CALL_TIMEOUT);
  private final long begin = clock.nanos();

  @Test
  void aHeldBackRequestTimesOutAndExecutesWhenItIsLetGo() {
    InjectedFault held = faults.next(Op.ACQUIRE).holdRequest();

    AcquireOutcome outcome = a.acquire(attempt());

    assertThat(causeOf(outcome)).isEqualTo(Cause.Kind.TIMEOUT);
    assertThat(passed()).isEqualTo(CALL_TIMEOUT);
    assertThat(b.holder(ORDERS)).isEmpty();
    assertThat(held.held()).isEqualTo(1);

    assertThat(held.letGo()).isEqualTo(1);

    assertThat(b.holder(ORDERS)).isPresent();
    assertThat(held.outcomes()).singleElement().isInstanceOf(AcquireOutcome.Granted.class);
    assertThat(held.letGo()).isZero();
  }

  @Test
  void aTombstoneStopsTheAcquireThatWasHeldBack() {
    InjectedFault held = faults.next(Op.ACQUIRE).holdRequest();
    AcquireAttempt attempt = attempt();
    a.acquire(attempt);

    assertThat(a.abandon(attempt)).isEqualTo(new AbandonOutcome.Abandoned());
    held.letGo();

    assertThat(held.outcomes()).singleElement().isInstanceOf(AcquireOutcome.Refused.class);
    assertThat(b.holder(ORDERS)).isEmpty();
  }

  @Test
  void aDroppedRequestIsNeverExecuted() {
    InjectedFault held = faults.next(Op.ACQUIRE).holdRequest();
    a.acquire(attempt());

    assertThat(held.drop()).isEqualTo(1);

    assertThat(held.letGo()).isZero();
    assertThat(b.holder(ORDERS)).isEmpty();
  }

  @Test
  void aLostRequestIsNeverExecuted() {
    InjectedFault lost = faults.next(Op.ACQUIRE).loseRequest();

    assertThat(causeOf(a.acquire(attempt()))).isEqualTo(Cause.Kind.TIMEOUT);

    assertThat(lost.hits()).isEqualTo(1);
    assertThat(lost.outcomes()).isEmpty();
    assertThat(b.holder(ORDERS)).isEmpty();
    assertThat(passed()).isEqualTo(CALL_TIMEOUT);
  }

  @Test
  void aLostReplyLeavesAnExecutedRequestThatOnlyTheHandleKnows() {
    InjectedFault lost = faults.next(Op.ACQUIRE).loseReply();

    assertThat(causeOf(a.acquire(attempt()))).isEqualTo(Cause.Kind.TIMEOUT);

    Grant grant = granted((AcquireOutcome) lost.outcomes().get(0));
    assertThat(b.holder(ORDERS).orElseThrow().owner()).isEqualTo(grant.owner().toString());
    // The grant was made when the request arrived, not when the caller gave up.
    assertThat(b.holder(ORDERS).orElseThrow().remaining()).contains(TTL.minus(CALL_TIMEOUT));
  }

  @Test
  void aDuplicatedAcquireFindsItsOwnOwnerAndChangesNothing() {
    InjectedFault twice = faults.next(Op.ACQUIRE).duplicate();
    Grant grant = granted(a.acquire(attempt()));
    clock.advance(Duration.ofSeconds(1));

    assertThat(twice.letGo()).isEqualTo(1);

    assertThat(twice.outcomes().get(1)).isInstanceOf(AcquireOutcome.Busy.class);
    assertThat(a.holder(ORDERS).orElseThrow().fencingToken()).isEqualTo(grant.fencingToken());
    assertThat(a.holder(ORDERS).orElseThrow().remaining()).contains(TTL.minusSeconds(1));
  }

  @Test
  void aDuplicatedReleaseDoesNotTouchTheNextHolder() {
    Grant grant = grantTo(a);
    InjectedFault twice = faults.next(Op.RELEASE).duplicate();
    a.releaseIfOwner(grant);
    Grant next = grantTo(b);

    twice.letGo();

    assertThat(b.renewIfOwner(next)).isEqualTo(RenewOutcome.Renewed.NOW);
  }

  @Test
  void aRefusalTellsItsCauseAndExecutesNothing() {
    Cause cause = Cause.of(Cause.Kind.OVERLOADED, "pool exhausted");
    Grant grant = grantTo(a);
    faults.next().times(6).refuse(cause);

    assertThat(a.acquire(attempt("n"))).isEqualTo(new AcquireOutcome.Refused(cause));
    assertThat(a.renewIfOwner(grant)).isEqualTo(new RenewOutcome.Refused(cause));
    assertThat(a.releaseIfOwner(grant)).isEqualTo(new ReleaseOutcome.Refused(cause));
    assertThat(a.abandon(attempt())).isEqualTo(new AbandonOutcome.Refused(cause));
    assertThat(a.revoke(ORDERS, true)).isEqualTo(new RevokeOutcome.Refused(cause));
    assertThatThrownBy(() -> a.holder(ORDERS))
        .isInstanceOfSatisfying(
            BackendUnavailableException.class, e -> assertThat(e.reason()).isEqualTo(cause));
    assertThat(passed()).isZero();
    assertThat(a.holder(ORDERS).orElseThrow().revoked()).isFalse();
    assertThat(store.tombstones()).isZero();
  }

  @Test
  void everyKindOfCallTimesOutAsUnknown() {
    Grant grant = grantTo(a);
    faults.next().always().loseRequest();

    assertThat(causeOf(a.acquire(attempt()))).isEqualTo(Cause.Kind.TIMEOUT);
    assertThat(causeOf(a.renewIfOwner(grant))).isEqualTo(Cause.Kind.TIMEOUT);
    assertThat(causeOf(a.releaseIfOwner(grant))).isEqualTo(Cause.Kind.TIMEOUT);
    assertThat(causeOf(a.abandon(attempt()))).isEqualTo(Cause.Kind.TIMEOUT);
    assertThat(causeOf(a.revoke(ORDERS, false))).isEqualTo(Cause.Kind.TIMEOUT);
    assertThatThrownBy(() -> a.holder(ORDERS)).hasMessageContaining("no answer within 500 ms");
    assertThat(passed()).isEqualTo(CALL_TIMEOUT.multipliedBy(6));
  }

  @Test
  void aThrownExceptionEscapesAndNothingIsExecuted() {
    IllegalStateException bug = new IllegalStateException("driver bug");
    faults.next(Op.ACQUIRE).throwing(() -> bug);

    assertThatThrownBy(() -> a.acquire(attempt())).isSameAs(bug);
    assertThat(a.holder(ORDERS)).isEmpty();
  }

  @Test
  void aDelayedRequestArrivesLaterAndIsAnswered() {
    faults.next(Op.ACQUIRE).delayRequest(Duration.ofMillis(400));

    granted(a.acquire(attempt()));

    assertThat(passed()).isEqualTo(Duration.ofMillis(400));
    assertThat(a.holder(ORDERS).orElseThrow().remaining()).contains(TTL);
  }

  @Test
  void aDelayedReplyLetsTheTtlRunMeanwhile() {
    faults.next(Op.ACQUIRE).delayReply(Duration.ofMillis(400));

    granted(a.acquire(attempt()));

    assertThat(passed()).isEqualTo(Duration.ofMillis(400));
    assertThat(a.holder(ORDERS).orElseThrow().remaining()).contains(TTL.minusMillis(400));
  }

  @Test
  void fromTheCallTimeoutOnADelayIsATimeout() {
    InjectedFault request = faults.next(Op.ACQUIRE).delayRequest(CALL_TIMEOUT);
    InjectedFault reply = faults.next(Op.RELEASE).delayReply(Duration.ofHours(1));

    assertThat(causeOf(a.acquire(attempt()))).isEqualTo(Cause.Kind.TIMEOUT);
    Grant grant = granted((AcquireOutcome) request.outcomes().get(0));
    assertThat(causeOf(a.releaseIfOwner(grant))).isEqualTo(Cause.Kind.TIMEOUT);

    assertThat(reply.outcomes()).containsExactly(new ReleaseOutcome.Released());
    assertThat(passed()).isEqualTo(CALL_TIMEOUT.multipliedBy(2));
  }

  @Test
  void aFaultMeetsOnlyTheCallsItIsMeantFor() {
    InjectedFault byName = faults.next(Op.ACQUIRE).lease("n").loseRequest();
    InjectedFault byDomain = faults.next(Op.ACQUIRE).domain("x").loseRequest();
    InjectedFault byConnection = faults.next(Op.ACQUIRE).connection(b).loseRequest();

    grantTo(a);
    assertThat(a.holder(ORDERS)).isPresent();
    assertThat(byName.hits() + byDomain.hits() + byConnection.hits()).isZero();

    a.acquire(attempt("n"));
    a.acquire(attempt("x1"));
    b.acquire(attempt("m"));
    assertThat(List.of(byName.hits(), byDomain.hits(), byConnection.hits()))
        .containsExactly(1, 1, 1);
    granted(a.acquire(attempt("n")));
  }

  @Test
  void aFaultMeetsAsManyCallsAsPlanned() {
    InjectedFault lost = faults.next(Op.HOLDER).times(2).refuse(MemoryTestKit.DOWN);

    assertThatThrownBy(() -> a.holder(ORDERS)).isInstanceOf(BackendUnavailableException.class);
    assertThatThrownBy(() -> a.holder(ORDERS)).isInstanceOf(BackendUnavailableException.class);
    assertThat(a.holder(ORDERS)).isEmpty();
    assertThat(lost.hits()).isEqualTo(2);
    assertThatThrownBy(() -> faults.next().times(0)).hasMessageContaining("plan 1 or more");
  }

  @Test
  void aCancelledOrClearedFaultMeetsNothingMore() {
    InjectedFault cancelled = faults.next().always().loseRequest();
    cancelled.cancel();
    InjectedFault cleared = faults.next().always().loseRequest();
    faults.freeze("other");
    faults.loseHints(true);
    faults.clear();

    Grant grant = grantTo(a);
    int[] woken = {0};
    b.onVacant(ORDERS, () -> woken[0]++);
    a.releaseIfOwner(grant);

    assertThat(cancelled.hits() + cleared.hits()).isZero();
    assertThat(woken[0]).isEqualTo(1);
  }

  @Test
  void hooksRunAroundTheExecutionAndSeeTheStore() {
    Grant grant = grantTo(a);
    boolean[] seen = new boolean[2];
    faults.before(Op.RELEASE, () -> seen[0] = b.holder(ORDERS).isPresent());
    faults.after(Op.RELEASE, () -> seen[1] = b.holder(ORDERS).isEmpty());

    a.releaseIfOwner(grant);

    assertThat(seen).containsExactly(true, true);
  }

  @Test
  void aHookCanLetARivalIn() {
    faults.before(Op.ACQUIRE, () -> granted(b.acquire(attempt())));

    assertThat(a.acquire(attempt())).isInstanceOf(AcquireOutcome.Busy.class);
  }

  @Test
  void aHookMeetsACallThatAlsoMeetsAFault() {
    InjectedFault lost = faults.next(Op.ACQUIRE).loseReply();
    InjectedFault hook = faults.after(Op.ACQUIRE, () -> clock.advance(Duration.ofMillis(100)));

    a.acquire(attempt());

    assertThat(List.of(lost.hits(), hook.hits())).containsExactly(1, 1);
    assertThat(passed()).isEqualTo(CALL_TIMEOUT);
  }

  @Test
  void aFrozenDomainTimesOutAndTheOthersDoNot() {
    faults.freeze("x");

    assertThat(causeOf(a.acquire(attempt("x1")))).isEqualTo(Cause.Kind.TIMEOUT);
    granted(a.acquire(attempt("y1")));

    assertThat(faults.thaw("x", false)).isZero();
    granted(a.acquire(attempt("x1")));
  }

  @Test
  void aThawedDomainExecutesWhatWasSentToItMeanwhile() {
    faults.freeze("x");
    AcquireAttempt first = attempt("x1");
    a.acquire(first);
    b.acquire(attempt("x1"));

    assertThat(faults.thaw("x", true)).isEqualTo(2);

    assertThat(a.holder(first.name()).orElseThrow().owner()).isEqualTo(first.owner().toString());
  }

  @Test
  void aBatchLosesOnlyTheGrantInTroubleAndNoMoreThanOneTimeout() {
    Grant x1 = granted(a.acquire(attempt("x1")));
    Grant x2 = granted(a.acquire(attempt("x2")));
    Grant x3 = granted(a.acquire(attempt("x3")));
    clock.advance(Duration.ofSeconds(1));
    faults.next(Op.RENEW).lease("x1").loseRequest();
    faults.next(Op.RENEW).lease("x3").loseReply();
    long before = clock.nanos();

    List<RenewOutcome> outcomes = a.renewAllIfOwner(List.of(x1, x2, x3));

    assertThat(Duration.ofNanos(clock.nanos() - before)).isEqualTo(CALL_TIMEOUT);
    assertThat(causeOf(outcomes.get(0))).isEqualTo(Cause.Kind.TIMEOUT);
    assertThat(outcomes.get(1)).isEqualTo(RenewOutcome.Renewed.NOW);
    assertThat(causeOf(outcomes.get(2))).isEqualTo(Cause.Kind.TIMEOUT);
    assertThat(a.holder(x2.name()).orElseThrow().remaining()).contains(TTL.minus(CALL_TIMEOUT));
  }

  @Test
  void aDeletedRecordIsAbsentForItsHolder() {
    Grant grant = grantTo(a);

    assertThat(faults.delete("orders")).isTrue();
    assertThat(faults.delete("orders")).isFalse();

    assertThat(a.renewIfOwner(grant)).hasToString("NotOwner[reason=ABSENT]");
  }

  @Test
  void aWipedStoreHasNothingLeft() {
    grantTo(a);
    a.abandon(attempt());

    faults.wipe();

    assertThat(a.holder(ORDERS)).isEmpty();
    assertThat(store.records() + store.tombstones()).isZero();
  }

  private Duration passed() {
    return Duration.ofNanos(clock.nanos() - begin);
  }
}
