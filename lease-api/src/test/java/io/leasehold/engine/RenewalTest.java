package io.leasehold.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseState;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When leases are renewed, and what the answers do to them. */
class RenewalTest {

  private static final RenewOutcome UNKNOWN = new RenewOutcome.Unknown(Line.DOWN);
  private static final RenewOutcome REFUSED =
      new RenewOutcome.Refused(Cause.of(Cause.Kind.OVERLOADED, "pool exhausted"));

  private final Bench bench = new Bench();

  @Test
  void aLeaseIsRenewedEveryThirdOfItsTtlGiveOrTakeATenth() {
    Lease lease = bench.acquire("orders");
    bench.runFor(Duration.ofMinutes(50));
    List<Duration> sent = new ArrayList<>(List.of(Duration.ZERO));
    sent.addAll(bench.times(Kind.RENEWAL_SENT));
    assertThat(sent).hasSizeGreaterThan(250);
    List<Duration> gaps = new ArrayList<>();
    for (int i = 1; i < sent.size(); i++) {
      gaps.add(sent.get(i).minus(sent.get(i - 1)));
    }
    assertThat(gaps).allMatch(gap -> gap.compareTo(ofMillis(8_990)) >= 0);
    assertThat(gaps).allMatch(gap -> gap.compareTo(ofMillis(11_000)) <= 0);
    assertThat(new HashSet<>(gaps)).as("jittered, each time anew").hasSizeGreaterThan(200);
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void theIntervalCountsFromTheSendAndNotFromTheAnswer() {
    Lease lease = bench.acquire("orders");
    bench.line.renewals = bench.line.slowBack(ofMillis(900));
    bench.runFor(ofSeconds(300));
    List<Duration> sent = bench.times(Kind.RENEWAL_SENT);
    for (int i = 1; i < sent.size(); i++) {
      assertThat(sent.get(i).minus(sent.get(i - 1))).isBetween(ofMillis(8_990), ofSeconds(11));
    }
    Duration last = sent.get(sent.size() - 1);
    assertThat(bench.validUntil(lease)).isEqualTo(last.plus(ofMillis(29_400)));
  }

  @Test
  void validityIsSentPlusGrantedMinusMargin() {
    Lease lease = bench.acquire(LeaseRequest.of("orders").ttl(ofSeconds(10)));
    assertThat(lease.remaining()).isEqualTo(ofMillis(9_800));
    Lease small = bench.acquire(LeaseRequest.of("small").ttl(ofMillis(3_500)));
    assertThat(small.remaining()).isEqualTo(ofMillis(3_430));
  }

  @Test
  void aThousandLeasesOfOneInstantAreRenewedEvenly() {
    acquireMany(1_000);
    bench.runUntil(ofSeconds(130));
    assertEven(ofMillis(1_500), ofSeconds(130));
  }

  @Test
  void afterAnOutageAThousandLeasesAreRenewedEvenlyAgain() {
    acquireMany(1_000);
    bench.runUntil(ofSeconds(40));
    bench.line.renewalsAre(UNKNOWN);
    bench.runUntil(ofSeconds(50));
    bench.line.heal();
    bench.runUntil(ofSeconds(200));
    assertThat(bench.events(Kind.LOST)).isEmpty();
    assertEven(ofSeconds(62), ofSeconds(200));
  }

  private void acquireMany(int count) {
    for (int i = 0; i < count; i++) {
      bench.acquire("lease-" + i);
    }
  }

  /** The busiest tenth of a second has at most twice the renewals of the mean one. */
  private void assertEven(Duration from, Duration to) {
    Map<Long, Integer> perSlot = new HashMap<>();
    int all = 0;
    for (LeaseEvent event : bench.events(Kind.RENEWAL_SENT)) {
      Duration at = bench.time(event);
      if (at.compareTo(from) >= 0 && at.compareTo(to) < 0) {
        perSlot.merge(at.toMillis() / 100, 1, Integer::sum);
        all++;
      }
    }
    double mean = all / (to.minus(from).toMillis() / 100.0);
    int peak = perSlot.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
    assertThat(mean).isBetween(9.0, 13.0);
    assertThat(peak).as("peak against a mean of " + mean).isLessThanOrEqualTo((int) (2 * mean));
  }

  @Test
  void anUnknownAnswerIsFollowedByRetriesWithBackoffAndSuspectTurnsBackIntoHeld() {
    Lease lease = bench.acquire("orders");
    bench.line.renewalsAre(UNKNOWN);
    bench.runUntil(ofSeconds(14));
    assertThat(lease.state()).isEqualTo(LeaseState.SUSPECT);
    assertThat(lease.isHeld()).isTrue();
    List<Duration> sent = bench.times(Kind.RENEWAL_SENT);
    assertThat(sent).hasSizeBetween(5, 12);
    assertThat(sent.get(1).minus(sent.get(0))).isBetween(ofMillis(25), ofMillis(50));
    Duration longest = Duration.ZERO;
    for (int i = 1; i < sent.size(); i++) {
      Duration gap = sent.get(i).minus(sent.get(i - 1));
      assertThat(gap).isLessThanOrEqualTo(ofMillis(3_334));
      longest = gap.compareTo(longest) > 0 ? gap : longest;
    }
    assertThat(longest).isGreaterThan(ofMillis(400));

    bench.line.heal();
    bench.runUntil(ofSeconds(20));
    assertThat(lease.state()).isEqualTo(LeaseState.HELD);
    assertThat(bench.eventsOf(lease, Kind.STATE_CHANGED))
        .extracting(LeaseEvent::outcome)
        .containsExactly("SUSPECT", "HELD");
  }

  @Test
  void aRefusedRenewalIsRetriedLikeAnUnknownOne() {
    Lease lease = bench.acquire("orders");
    bench.line.renewals = Line.firstThen((grant, store) -> REFUSED, Line.Way.straight());
    bench.runUntil(ofSeconds(12));
    assertThat(bench.times(Kind.RENEWAL_SENT)).hasSize(2);
    assertThat(lease.state()).isEqualTo(LeaseState.HELD);
    assertThat(bench.validUntil(lease)).isGreaterThan(ofSeconds(38));
  }

  @Test
  void whatABackendThrowsIsAnUnknownAnswer() {
    Lease lease = bench.acquire("orders");
    bench.line.renewals =
        Line.firstThen(
            (grant, store) -> {
              throw new IllegalStateException("driver bug");
            },
            Line.firstThen(
                (grant, store) -> {
                  throw new io.leasehold.LeaseRequestException(
                      io.leasehold.ErrorCode.BAD_NAME, "thrown where it makes no sense");
                },
                Line.firstThen(
                    (grant, store) -> {
                      throw new StackOverflowError();
                    },
                    (grant, store) -> store.apply(grant))));
    bench.runUntil(ofSeconds(15));
    assertThat(bench.events(Kind.RENEWAL_ANSWERED))
        .extracting(LeaseEvent::outcome)
        .containsExactly("UNKNOWN", "UNKNOWN", "UNKNOWN", "RENEWED");
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void anAnswerCountsFromItsAge() {
    Lease lease = bench.acquire("orders");
    bench.line.renewals =
        (grant, store) -> {
          var ignored = store.apply(grant);
          return new RenewOutcome.Renewed(ofSeconds(4));
        };
    bench.runUntil(ofSeconds(12));
    Duration sent = bench.times(Kind.RENEWAL_SENT).get(0);
    assertThat(bench.validUntil(lease)).isEqualTo(sent.minus(ofSeconds(4)).plus(ofMillis(29_400)));
    bench.runUntil(ofSeconds(60));
    Duration next = bench.times(Kind.RENEWAL_SENT).get(1);
    assertThat(next.minus(sent)).as("so it is due sooner").isBetween(ofSeconds(5), ofSeconds(7));
  }

  @Test
  void theAgeOfAGrantCountsToo() {
    bench.line.acquires =
        (attempt, store) ->
            new io.leasehold.spi.AcquireOutcome.Granted(
                ((io.leasehold.spi.AcquireOutcome.Granted) store.apply(attempt)).grant(),
                ofSeconds(3));
    Lease lease = bench.acquire("orders");
    assertThat(lease.remaining()).isEqualTo(ofMillis(26_400));
    bench.runUntil(ofSeconds(8));
    assertThat(bench.times(Kind.RENEWAL_SENT)).hasSize(1);
  }

  @Test
  void whereValidityLagsByNatureRenewalsKeepTheirIntervalAndDoNotLoop() {
    Bench lagging = new Bench(traits -> traits.renewal(4, 2));
    Lease lease = lagging.acquire("orders");
    List<Long> writes = new ArrayList<>(List.of(lagging.clock.nanos()));
    lagging.line.renewals =
        (grant, store) -> { // validity counts from the write before this one
          long now = lagging.clock.nanos();
          long age = now - writes.get(writes.size() - 1);
          writes.add(now);
          var ignored = store.apply(grant);
          return new RenewOutcome.Renewed(Duration.ofNanos(age));
        };
    lagging.runFor(ofSeconds(300));
    List<Duration> sent = lagging.times(Kind.RENEWAL_SENT);
    assertThat(sent).hasSizeBetween(36, 46);
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.state()).isEqualTo(LeaseState.HELD);
  }

  @Test
  void anAnswerThatConfirmsNothingNewIsNotAskedForInALoop() {
    Lease lease = bench.acquire("orders");
    long granted = bench.clock.nanos();
    bench.line.renewals =
        (grant, store) -> new RenewOutcome.Renewed(Duration.ofNanos(bench.clock.nanos() - granted));
    bench.runUntil(ofSeconds(29));
    assertThat(bench.times(Kind.RENEWAL_SENT)).hasSizeBetween(2, 900);
    bench.runUntil(ofSeconds(31));
    bench.assertEndedOnce(lease, LeaseState.LOST);
  }

  @Test
  void anOlderAnswerNeverShortensValidity() {
    Lease lease = bench.acquire("orders");
    Duration[] after = new Duration[1];
    // The first renewal hangs past the call timeout; the second overtakes it.
    bench.line.renewals =
        Line.firstThen(
            (grant, store) -> {
              RenewOutcome late = store.apply(grant);
              bench.runFor(ofSeconds(3));
              after[0] = bench.validUntil(lease);
              return late;
            },
            Line.Way.straight());
    bench.runUntil(ofSeconds(15));
    List<Duration> sent = bench.times(Kind.RENEWAL_SENT);
    assertThat(sent).hasSize(2);
    assertThat(after[0]).isEqualTo(sent.get(1).plus(ofMillis(29_400)));
    assertThat(bench.eventsOf(lease, Kind.STATE_CHANGED))
        .as("no answer in time is a doubt, and the next answer ends it")
        .extracting(LeaseEvent::outcome)
        .containsExactly(LeaseState.SUSPECT.name(), LeaseState.HELD.name());
    assertThat(bench.validUntil(lease)).isEqualTo(after[0]);
    assertThat(bench.events(Kind.RENEWAL_ANSWERED))
        .extracting(LeaseEvent::detail)
        .containsExactly("EXTENDED", "STALE");
  }

  @Test
  void anOlderFaultDoesNotMakeARenewedLeaseSuspect() {
    Lease lease = bench.acquire("orders");
    bench.line.renewals =
        Line.firstThen(
            (grant, store) -> {
              bench.runFor(ofSeconds(3));
              return UNKNOWN;
            },
            Line.Way.straight());
    bench.runUntil(ofSeconds(15));
    assertThat(lease.state()).isEqualTo(LeaseState.HELD);
    bench.runUntil(ofSeconds(60));
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void aPushedDoubtIsAnsweredByARenewalAtOnce() {
    Lease lease = bench.acquire("orders");
    bench.runUntil(ofSeconds(2));
    bench.faults.delete("orders");
    assertThat(lease.state()).isEqualTo(LeaseState.SUSPECT);
    assertThat(lease.isHeld()).as("a doubt is no proof").isTrue();
    bench.settle();
    assertThat(bench.times(Kind.RENEWAL_SENT)).containsExactly(ofSeconds(2));
    bench.assertEndedOnce(lease, LeaseState.LOST);
  }

  @Test
  void aFalseDoubtCostsOneRenewalAndNothingElse() {
    Lease lease = bench.acquire("orders");
    bench.runUntil(ofSeconds(2));
    bench.line.renewals =
        (grant, store) -> {
          assertThat(lease.state()).isEqualTo(LeaseState.SUSPECT);
          return store.apply(grant);
        };
    bench.line.renewals = Line.firstThen(bench.line.renewals, Line.Way.straight());
    suspect(lease);
    bench.settle();
    assertThat(lease.state()).isEqualTo(LeaseState.HELD);
    assertThat(bench.events(Kind.SUSPECTED)).hasSize(1);
    bench.runUntil(ofSeconds(11));
    assertThat(bench.times(Kind.RENEWAL_SENT)).hasSize(1);
  }

  @Test
  void aDoubtAboutAnotherAcquisitionConcernsNobody() {
    Lease lease = bench.acquire("orders");
    bench.line.suspects.forEach(s -> s.suspect(OwnerToken.random(), Line.DOWN));
    bench.settle();
    assertThat(lease.state()).isEqualTo(LeaseState.HELD);
    assertThat(bench.events(Kind.SUSPECTED, Kind.RENEWAL_SENT)).isEmpty();
  }

  private void suspect(Lease lease) {
    OwnerToken owner = bench.held(lease).grant.owner();
    bench.line.suspects.forEach(s -> s.suspect(owner, Line.DOWN));
  }

  @Test
  void renewalsDueWithinTheWindowTravelTogether() {
    Bench wide = new Bench(traits -> traits, Bench.Setting.DEFAULT.window(ofSeconds(1)));
    for (int i = 0; i < 50; i++) {
      wide.acquire("lease-" + i);
    }
    wide.runFor(ofSeconds(100));
    int renewed = wide.line.batches.stream().mapToInt(List::size).sum();
    assertThat(renewed).isGreaterThan(450);
    assertThat(wide.line.batches).hasSizeLessThan(renewed / 4);
  }

  @Test
  void batchesNeverMixDomainsAndAreNeverLongerThanTheBackendTakes() {
    Bench small =
        new Bench(traits -> traits.maxBatch(7), Bench.Setting.DEFAULT.window(ofSeconds(1)));
    small.line.domains = grant -> grant.name().value().charAt(0);
    for (int i = 0; i < 300; i++) {
      small.acquire((char) ('a' + i % 3) + "-" + i);
    }
    small.runFor(ofSeconds(60));
    assertThat(small.events(Kind.LOST)).isEmpty();
    assertThat(small.line.batches).isNotEmpty();
    for (List<Grant> batch : small.line.batches) {
      assertThat(batch).hasSizeLessThanOrEqualTo(7);
      Set<Object> domains = new HashSet<>();
      batch.forEach(grant -> domains.add(small.line.domains.apply(grant)));
      assertThat(domains).hasSize(1);
    }
    assertThat(small.line.batches).as("some are full").anyMatch(batch -> batch.size() == 7);
  }

  @Test
  void onePoisonedGrantInABatchCostsTheOthersNothing() {
    Bench wide = new Bench(traits -> traits, Bench.Setting.DEFAULT.window(ofSeconds(1)));
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      leases.add(wide.acquire("lease-" + i));
    }
    Lease poisoned = leases.get(20);
    wide.line.renewals =
        (grant, store) ->
            grant.fencingToken() == poisoned.fencingToken()
                ? new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN)
                : store.apply(grant);
    wide.runFor(ofSeconds(100));
    for (Lease lease : leases) {
      assertThat(lease.isHeld()).isEqualTo(lease != poisoned);
    }
  }

  @Test
  void anAnswerThatCannotBeAppliedCostsTheOthersNothing() {
    Bench wide = new Bench(traits -> traits, Bench.Setting.DEFAULT.window(ofSeconds(1)));
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      leases.add(wide.acquire("lease-" + i));
    }
    Lease poisoned = leases.get(20);
    wide.line.renewals =
        (grant, store) -> {
          var ignored = store.apply(grant);
          // An age that no long can hold in nanoseconds: a defect of a backend.
          return grant.fencingToken() == poisoned.fencingToken()
              ? new RenewOutcome.Renewed(Duration.ofSeconds(Long.MAX_VALUE))
              : RenewOutcome.Renewed.NOW;
        };
    wide.runFor(ofSeconds(100));
    for (Lease lease : leases) {
      assertThat(lease.isHeld()).as(lease.name()).isEqualTo(lease != poisoned);
    }
    wide.assertEndedOnce(poisoned, LeaseState.LOST);
  }

  @Test
  void aBackendThatAnswersNullOrTooFewIsUnknown() {
    Bench wide = new Bench(traits -> traits, Bench.Setting.DEFAULT.window(ofSeconds(1)));
    for (int i = 0; i < 10; i++) {
      wide.acquire("lease-" + i);
    }
    wide.line.renewals = (grant, store) -> null;
    wide.runUntil(ofSeconds(15));
    assertThat(wide.events(Kind.RENEWAL_ANSWERED))
        .isNotEmpty()
        .allMatch(event -> event.outcome().equals("UNKNOWN"));
    wide.line.heal();
    wide.line.answersLost = 1;
    wide.runUntil(ofSeconds(100));
    assertThat(wide.events(Kind.LOST)).isEmpty();
  }
}
