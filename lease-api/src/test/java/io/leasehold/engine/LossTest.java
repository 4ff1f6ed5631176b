package io.leasehold.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseException;
import io.leasehold.LeaseLostException;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseState;
import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.ReleaseResult;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Cause;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How leases are lost: each reason, at the right instant, told once. */
class LossTest {

  private static final Duration VALIDITY = ofMillis(29_400);

  private final Bench bench = new Bench();
  private final List<Loss> told = new ArrayList<>();
  private final List<Duration> toldAt = new ArrayList<>();

  private Lease watched(LeaseRequest request) {
    return watched(bench, request);
  }

  private Lease watched(Bench on, LeaseRequest request) {
    Lease lease = on.acquire(request);
    lease.onLost(
        loss -> {
          told.add(loss);
          toldAt.add(on.now());
        });
    return lease;
  }

  private Lease watched() {
    return watched(LeaseRequest.of("orders"));
  }

  private void assertLost(Bench on, Lease lease, LossReason reason) {
    on.assertEndedOnce(lease, LeaseState.LOST);
    assertThat(told).singleElement().extracting(Loss::reason).isEqualTo(reason);
    assertThat(on.eventsOf(lease, Kind.LOST))
        .singleElement()
        .extracting(LeaseEvent::outcome)
        .isEqualTo(reason.name());
    assertThat(lease.isHeld()).isFalse();
    assertThat(lease.remaining()).isZero();
    assertThat(lease.release()).isEqualTo(ReleaseResult.NOT_OWNER);
    assertThatThrownBy(lease::ensureHeld)
        .isInstanceOf(LeaseLostException.class)
        .hasMessageStartingWith(reason.code().id())
        .hasMessageContaining("orders")
        .hasMessageContaining("Last events");
  }

  @ParameterizedTest
  @EnumSource(
      value = NotOwnerReason.class,
      names = {"ABSENT", "FOREIGN"})
  void aRenewalAnsweredNotOwnerLosesTheLeaseAtOnce(NotOwnerReason reason) {
    Lease lease = watched();
    bench.line.renewalsAre(new RenewOutcome.NotOwner(reason));
    bench.runUntil(ofSeconds(12));
    assertLost(bench, lease, LossReason.NOT_OWNER);
    assertThat(toldAt).isEqualTo(bench.times(Kind.RENEWAL_SENT));
    assertThat(told.get(0).answer()).contains(reason);
    assertThat(told.get(0).detail()).contains("NOT_OWNER(" + reason + ")");
  }

  @ParameterizedTest
  @EnumSource(
      value = NotOwnerReason.class,
      names = {"REVOKED", "SESSION_ENDED"})
  void theStoresReasonIsPassedOn(NotOwnerReason reason) {
    Lease lease = watched();
    bench.line.renewalsAre(new RenewOutcome.NotOwner(reason));
    bench.runUntil(ofSeconds(12));
    assertLost(bench, lease, LossReason.valueOf(reason.name()));
    assertThat(told.get(0).answer()).contains(reason);
  }

  @Test
  void aRecordThatVanishesIsNoticedByTheNextRenewal() {
    Lease lease = watched();
    bench.faults.loseHints(true);
    bench.faults.delete("orders");
    bench.runUntil(ofSeconds(12));
    assertLost(bench, lease, LossReason.NOT_OWNER);
  }

  @Test
  void aStoreThatAnswersNothingLosesTheLeaseWhenValidityEnds() {
    Lease lease = watched();
    bench.line.renewalsAre(new RenewOutcome.Unknown(Line.DOWN));
    bench.runUntil(ofSeconds(60));
    assertLost(bench, lease, LossReason.UNREACHABLE);
    assertThat(toldAt).containsExactly(VALIDITY);
    assertThat(told.get(0).answer()).isEmpty();
    assertThat(told.get(0).detail()).contains("the line is down");
  }

  @Test
  void aLossComesWithTheLastEventsOfItsLease() {
    watched();
    bench.line.renewals =
        Line.firstThen(Line.Way.straight(), (grant, store) -> new RenewOutcome.Unknown(Line.DOWN));
    bench.runUntil(ofSeconds(100));
    String[] lines = told.get(0).lastEvents().split("\\R");
    assertThat(lines).hasSize(8);
    assertThat(lines[7]).matches("  \\+\\d+\\.\\d{3} s RENEWAL_ANSWERED UNKNOWN");
    assertThat(told.get(0).toString()).contains("orders", "UNREACHABLE", lines[0].strip());
  }

  @Test
  void aSuspectLeaseReachesItsHoldLimitAndCanBeReleased() {
    Lease limited = bench.acquire(LeaseRequest.of("limited").maxHold(ofSeconds(20)));
    Lease suspect = bench.acquire("suspect");
    bench.line.renewalsAre(new RenewOutcome.Unknown(Line.DOWN));
    bench.runUntil(ofSeconds(15));
    assertThat(limited.state()).isEqualTo(LeaseState.SUSPECT);
    assertThat(suspect.release()).isEqualTo(ReleaseResult.RELEASED);
    bench.runUntil(ofSeconds(21));
    assertThat(limited.state()).isEqualTo(LeaseState.OVERDUE);
    assertThat(limited.release()).isEqualTo(ReleaseResult.RELEASED);
    bench.assertEndedOnce(limited, LeaseState.RELEASED);
  }

  @Test
  void aStoreThatRefusesEverythingLosesTheLeaseWhenValidityEnds() {
    Lease lease = watched();
    bench.line.renewalsAre(
        new RenewOutcome.Refused(Cause.of(Cause.Kind.OVERLOADED, "pool exhausted")));
    bench.runUntil(ofSeconds(60));
    assertLost(bench, lease, LossReason.UNREACHABLE);
    assertThat(toldAt).containsExactly(VALIDITY);
    assertThat(told.get(0).detail()).contains("pool exhausted");
  }

  @Test
  void aRenewalThatHangsIsTriedAgainAndDelaysNoSignal() {
    Lease lease = watched();
    bench.line.renewals = bench.line.slowThere(ofSeconds(60));
    bench.runUntil(ofSeconds(70));
    assertLost(bench, lease, LossReason.UNREACHABLE);
    assertThat(toldAt).containsExactly(VALIDITY);
    assertThat(bench.times(Kind.RENEWAL_SENT)).as("one in its lane and two apart").hasSize(3);
  }

  /**
   * As on a frozen server: each call ends, a little after its bound and after the next has left.
   */
  @Test
  void renewalsThatEndAfterTheirBoundMakeTheLeaseSuspectAndAreCounted() {
    Lease lease = watched();
    bench.line.renewals =
        (grant, store) -> {
          bench.runFor(Bench.CALL_TIMEOUT.plusMillis(5));
          return new RenewOutcome.Unknown(Line.DOWN);
        };
    bench.runUntil(ofSeconds(60));
    assertLost(bench, lease, LossReason.UNREACHABLE);
    List<LeaseEvent> changes = bench.eventsOf(lease, Kind.STATE_CHANGED);
    assertThat(changes).extracting(LeaseEvent::outcome).containsExactly(LeaseState.SUSPECT.name());
    assertThat(bench.time(changes.get(0)))
        .as("when the second renewal left")
        .isEqualTo(bench.times(Kind.RENEWAL_SENT).get(1));
    assertThat(told.get(0).detail())
        .matches(".*; [1-9]\\d* renewals without a definite answer, the last: .*");
  }

  @Test
  void aFrozenDomainDelaysNeitherTheRenewalsNorTheLossSignalsOfAnother() {
    bench.line.domains = grant -> grant.name().value().startsWith("frozen") ? "a" : "b";
    List<Lease> frozen = new ArrayList<>();
    List<Lease> sound = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      frozen.add(watched(LeaseRequest.of("frozen-" + i)));
      sound.add(bench.acquire("sound-" + i));
    }
    Line.Way<io.leasehold.spi.Grant, RenewOutcome> hangs = bench.line.slowThere(ofSeconds(90));
    bench.line.renewals =
        (grant, store) ->
            grant.name().value().startsWith("frozen") ? hangs.go(grant, store) : store.apply(grant);
    bench.runUntil(ofSeconds(100));
    assertThat(frozen).allMatch(lease -> lease.state() == LeaseState.LOST);
    assertThat(toldAt).hasSize(20).allMatch(VALIDITY::equals);
    assertThat(told).allMatch(loss -> loss.reason() == LossReason.UNREACHABLE);
    assertThat(sound).allMatch(lease -> lease.state() == LeaseState.HELD);
    long inFlight =
        bench.line.batches.stream()
            .filter(batch -> batch.get(0).name().value().startsWith("frozen"))
            .count();
    assertThat(inFlight).as("flights of the frozen domain, two of them apart").isEqualTo(4);
    List<Duration> gaps = new ArrayList<>();
    for (Lease lease : sound) {
      Duration last = Duration.ZERO;
      for (LeaseEvent event : bench.eventsOf(lease, Kind.RENEWAL_SENT)) {
        gaps.add(bench.time(event).minus(last));
        last = bench.time(event);
      }
    }
    assertThat(gaps).hasSizeGreaterThan(160).allMatch(gap -> gap.compareTo(ofSeconds(11)) <= 0);
  }

  // ---- the process stands still

  @ParameterizedTest
  @CsvSource({"5", "15", "19", "21", "25", "40"})
  void afterAStandstillTheFirstReadIsRightByTheFormula(int seconds) {
    Lease lease = watched();
    bench.runUntil(ofMillis(8_900)); // before the first renewal
    assertThat(bench.times(Kind.RENEWAL_SENT)).isEmpty();
    bench.standStill(ofSeconds(seconds));
    boolean valid = bench.now().compareTo(VALIDITY) < 0;
    assertThat(valid).isEqualTo(seconds <= 19);
    assertThat(lease.isHeld()).isEqualTo(valid);
    assertThat(lease.remaining()).isEqualTo(valid ? VALIDITY.minus(bench.now()) : Duration.ZERO);
    if (valid) {
      bench.runFor(ofSeconds(60));
      assertThat(lease.isHeld()).isTrue();
    } else {
      assertThat(lease.state()).as("without the watchdog").isEqualTo(LeaseState.LOST);
      bench.settle();
      assertLost(bench, lease, LossReason.LOCAL_PAUSE);
      assertThat(told.get(0).detail()).contains("this process ran");
    }
  }

  @ParameterizedTest
  @CsvSource({"5", "15", "19", "21", "25", "40"})
  void afterAStandstillThatNobodyReadsThroughTheWatchdogTellsTheSame(int seconds) {
    Lease lease = watched();
    bench.runUntil(ofMillis(8_900));
    bench.standStill(ofSeconds(seconds));
    bench.settle();
    if (seconds > 19) {
      assertThat(bench.events(Kind.RENEWAL_SENT)).as("told before anything is sent").isEmpty();
      assertLost(bench, lease, LossReason.LOCAL_PAUSE);
      assertThat(bench.events(Kind.WATCHDOG_LATE)).isNotEmpty();
    } else {
      assertThat(lease.isHeld()).isTrue();
      assertThat(told).isEmpty();
      assertThat(bench.events(Kind.RENEWAL_SENT)).as("overdue, so at once").hasSize(1);
    }
  }

  @Test
  void aStandstillInTheMiddleOfARenewalIsALocalPauseToo() {
    Lease lease = watched();
    bench.line.renewals =
        (grant, store) -> {
          bench.standStill(ofSeconds(40));
          return store.apply(grant);
        };
    bench.runUntil(ofSeconds(60));
    assertLost(bench, lease, LossReason.LOCAL_PAUSE);
  }

  @Test
  void aMachineThatSleptIsToldAndItsSleepCounts() {
    Lease lease = watched();
    bench.runUntil(ofSeconds(5));
    bench.clock.suspend(ofSeconds(40));
    assertThat(lease.isHeld()).as("not known before the next tick").isTrue();
    bench.settle();
    assertThat(lease.isHeld()).isFalse();
    assertThat(bench.events(Kind.MACHINE_SLEPT))
        .singleElement()
        .extracting(LeaseEvent::took)
        .isEqualTo(ofSeconds(40));
    assertThat(bench.events(Kind.RENEWAL_SENT)).isEmpty();
    assertLost(bench, lease, LossReason.LOCAL_PAUSE);
  }

  // ---- limits

  @Test
  void theHoldLimitEndsRenewalIsToldOnceAndThenTheLeaseIsLost() {
    Lease lease = watched(LeaseRequest.of("orders").maxHold(ofSeconds(60)));
    List<Duration> overdue = new ArrayList<>();
    lease.onOverdue(() -> overdue.add(bench.now()));
    bench.runUntil(ofSeconds(65));
    assertThat(lease.state()).isEqualTo(LeaseState.OVERDUE);
    assertThat(lease.isHeld()).as("by the formula").isTrue();
    assertThat(overdue).containsExactly(ofSeconds(60));
    bench.runUntil(ofSeconds(120));
    assertThat(bench.times(Kind.RENEWAL_SENT)).allMatch(at -> at.compareTo(ofSeconds(60)) < 0);
    assertLost(bench, lease, LossReason.HOLD_LIMIT);
    assertThat(toldAt).containsExactly(bench.validUntil(lease));
    assertThat(overdue).hasSize(1);
    assertThat(bench.events(Kind.OVERDUE)).hasSize(1);
    List<String> late = new ArrayList<>();
    lease.onOverdue(() -> late.add("told"));
    bench.settle();
    assertThat(late).as("a late listener").containsExactly("told");
  }

  @Test
  void aRenewalUnderWayAtTheHoldLimitExtendsNothingAfterwards() {
    Lease lease = watched(LeaseRequest.of("orders").maxHold(ofSeconds(20)));
    bench.line.renewals = Line.firstThen(Line.Way.straight(), bench.line.slowBack(ofMillis(800)));
    bench.runUntil(ofSeconds(18));
    Duration before = bench.validUntil(lease);
    bench.runUntil(ofSeconds(70));
    assertThat(bench.validUntil(lease)).isLessThan(ofSeconds(20).plus(VALIDITY));
    assertThat(bench.validUntil(lease)).isGreaterThanOrEqualTo(before);
    assertLost(bench, lease, LossReason.HOLD_LIMIT);
  }

  @Test
  void aLeaseRenewedByHandIsLostWhenNobodyDoes() {
    Lease lease = watched(LeaseRequest.of("orders").renewedByHand());
    bench.runUntil(ofSeconds(20));
    lease.renew();
    bench.runUntil(ofSeconds(100));
    assertThat(bench.times(Kind.RENEWAL_SENT)).containsExactly(ofSeconds(20));
    assertLost(bench, lease, LossReason.NOT_RENEWED);
    assertThat(toldAt).containsExactly(ofSeconds(20).plus(VALIDITY));
  }

  @Test
  void anEndedSessionLosesItsLeases() {
    Bench sessions = new Bench(t -> t.ttlScope(BackendTraits.TtlScope.SESSION));
    Lease lease = watched(sessions, LeaseRequest.of("orders"));
    sessions.runUntil(ofSeconds(3));
    sessions.faults.endSession(sessions.line.memory);
    sessions.settle();
    assertLost(sessions, lease, LossReason.SESSION_ENDED);
    assertThat(toldAt).containsExactly(ofSeconds(3));
  }

  @Test
  void tenThousandLeasesOfAnEndedSessionAreLostAtOnce() {
    Bench sessions = new Bench(t -> t.ttlScope(BackendTraits.TtlScope.SESSION));
    for (int i = 0; i < 10_000; i++) {
      sessions.acquire("lease-" + i);
    }
    sessions.faults.endSession(sessions.line.memory);
    sessions.settle();
    assertThat(sessions.events(Kind.LOST)).hasSize(10_000);
    assertThat(sessions.engine.registry.size()).isZero();
  }

  @Test
  void aRevokedLeaseIsLostAsRevokedAndItsNameIsFreed() {
    Lease lease = watched();
    bench.runUntil(ofSeconds(3));
    long barrier = bench.client.revoke("orders").orElseThrow();
    assertThat(barrier).isGreaterThan(lease.fencingToken());
    bench.settle();
    assertLost(bench, lease, LossReason.REVOKED);
    assertThat(bench.isVacant("orders")).isTrue();
    assertThat(bench.acquire("orders").fencingToken()).isGreaterThan(barrier);
  }

  @Test
  void aClosedClientLosesItsLeasesAndFreesThem() {
    Lease lease = watched();
    bench.client.close();
    assertLost(bench, lease, LossReason.CLIENT_CLOSED);
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void aStoreThatSaysNoWhenAskedLosesTheLease() {
    Lease lease = watched();
    assertThat(lease.confirmHeld()).isTrue();
    bench.faults.loseHints(true);
    bench.faults.delete("orders");
    Bench.Rival rival = bench.rival();
    rival.acquire("orders");
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.confirmHeld()).isFalse();
    bench.settle();
    assertLost(bench, lease, LossReason.NOT_OWNER);
    assertThat(told.get(0).answer()).contains(NotOwnerReason.FOREIGN);
    assertThat(bench.isVacant("orders")).as("the rival's record stands").isFalse();
  }

  @Test
  void aStoreThatDoesNotAnswerConfirmsNothingAndLosesNothing() {
    Lease lease = watched();
    bench.faults.next(io.leasehold.memory.MemoryFaults.Op.HOLDER).loseReply();
    assertThatThrownBy(lease::confirmHeld)
        .isInstanceOfSatisfying(
            LeaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    assertThat(lease.isHeld()).isTrue();
  }

  // ---- never again

  @Test
  void validityNeverComesBackAfterALapse() {
    Lease lease = watched();
    bench.line.renewals = bench.line.slowBack(ofSeconds(25)); // executed, told too late
    bench.runUntil(ofSeconds(60));
    assertThat(bench.events(Kind.RENEWAL_ANSWERED))
        .isNotEmpty()
        .allMatch(event -> event.outcome().equals("RENEWED"));
    assertLost(bench, lease, LossReason.UNREACHABLE);
  }

  @Test
  void aReadThatFindsValidityOverIsFinalAlthoughARenewalIsAnsweredLater() {
    Lease lease = watched();
    bench.line.renewals =
        (grant, store) -> {
          RenewOutcome answer = store.apply(grant);
          bench.standStill(VALIDITY);
          assertThat(lease.remaining()).isZero();
          return answer;
        };
    bench.runUntil(ofSeconds(11));
    assertThat(lease.isHeld()).isFalse();
    bench.settle();
    bench.assertEndedOnce(lease, LeaseState.LOST);
  }

  @Test
  void aLostLeaseIsReleasedAtTheStoreUntilTheAnswerIsDefinite() {
    Lease lease = watched();
    bench.line.renewalsAre(new RenewOutcome.Unknown(Line.DOWN));
    bench.line.releases = (grant, store) -> new io.leasehold.spi.ReleaseOutcome.Unknown(Line.DOWN);
    // The record was extended behind our back, as by a renewal whose answer was lost.
    bench.plan(ofSeconds(28), () -> bench.line.memory.renewIfOwner(bench.held(lease).grant));
    bench.runUntil(ofSeconds(40));
    assertLost(bench, lease, LossReason.UNREACHABLE);
    assertThat(bench.isVacant("orders")).isFalse();
    assertThat(bench.line.released).hasSizeGreaterThan(2);
    bench.line.heal();
    bench.runUntil(ofSeconds(46));
    assertThat(bench.isVacant("orders")).isTrue();
    assertThat(bench.events(Kind.RELEASE_RESOLVED))
        .singleElement()
        .extracting(LeaseEvent::outcome)
        .isEqualTo("RELEASED");
    assertThat(bench.engine.cleanup.pending()).isZero();
  }

  @Test
  void cleaningUpAfterALossEndsWhenTheStoreCanHoldTheGrantNoLonger() {
    watched();
    bench.line.renewalsAre(new RenewOutcome.Unknown(Line.DOWN));
    bench.line.releases = (grant, store) -> new io.leasehold.spi.ReleaseOutcome.Unknown(Line.DOWN);
    bench.runUntil(ofSeconds(70));
    assertThat(bench.engine.cleanup.pending()).isZero();
    int tries = bench.line.released.size();
    bench.runUntil(ofSeconds(200));
    assertThat(bench.line.released).hasSize(tries);
  }
}
