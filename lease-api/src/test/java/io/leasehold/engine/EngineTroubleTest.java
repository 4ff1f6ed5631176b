package io.leasehold.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.Lease;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseState;
import io.leasehold.LossReason;
import io.leasehold.engine.watch.RenewalBatch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The engine's own failures: they concern one lease where they can, and none for longer. */
class EngineTroubleTest {

  private final Bench bench = new Bench();

  private List<Lease> acquire(int count) {
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      leases.add(bench.acquire("lease-" + i));
    }
    return leases;
  }

  @Test
  void aTimerThatThrowsDisturbsNoLease() {
    Lease lease = bench.acquire("orders");
    List<String> ran = new ArrayList<>();
    bench.engine.timers.at(
        bench.at(ofSeconds(3)),
        () -> {
          throw new StackOverflowError();
        });
    bench.engine.timers.at(bench.at(ofSeconds(3)), () -> ran.add("the next"));
    bench.runUntil(ofSeconds(60));
    assertThat(ran).containsExactly("the next");
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.state()).isEqualTo(LeaseState.HELD);
    assertThat(bench.events(Kind.ENGINE_HEALED)).hasSize(1);
  }

  @Test
  void aLeaseThatPoisonsTheWatchdogIsLostAsEngineFailureAndTheOthersGoOn() {
    List<Lease> leases = acquire(20);
    Lease poisoned = leases.get(7);
    bench.line.domains =
        grant -> {
          if (grant.fencingToken() == poisoned.fencingToken()) {
            throw new StackOverflowError();
          }
          return "";
        };
    bench.runUntil(ofSeconds(60));
    for (Lease lease : leases) {
      assertThat(lease.isHeld()).as(lease.name()).isEqualTo(lease != poisoned);
    }
    bench.assertEndedOnce(poisoned, LeaseState.LOST);
    assertThat(bench.events(Kind.LOST))
        .singleElement()
        .extracting(LeaseEvent::outcome)
        .isEqualTo(LossReason.ENGINE_FAILURE.name());
    assertThat(bench.events(Kind.ENGINE_HEALED)).hasSize(3);
    assertThat(bench.isVacant(poisoned.name())).as("freed").isTrue();
  }

  @Test
  void aLeaseThatPoisonsTheLookAheadHarmsNoOther() {
    Bench wide = new Bench(t -> t, Bench.Setting.DEFAULT.window(ofSeconds(1)));
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      leases.add(wide.acquire("lease-" + i));
    }
    Lease poisoned = leases.get(7);
    wide.line.domains =
        grant -> {
          if (grant.fencingToken() == poisoned.fencingToken()) {
            throw new StackOverflowError();
          }
          return "";
        };
    wide.runUntil(ofSeconds(100));
    for (Lease lease : leases) {
      assertThat(lease.isHeld()).as(lease.name()).isEqualTo(lease != poisoned);
    }
  }

  @Test
  void aDomainThatCannotBeNamedIsADomainOfItsOwn() {
    List<Lease> leases = acquire(10);
    bench.line.domains =
        grant -> {
          throw new IllegalStateException("driver bug");
        };
    bench.runUntil(ofSeconds(60));
    assertThat(leases).allMatch(Lease::isHeld);
  }

  @Test
  void aTroubleThatPassesIsForgiven() {
    Lease lease = bench.acquire("orders");
    int[] calls = new int[1];
    bench.line.domains =
        grant -> {
          if (++calls[0] % 2 == 1) {
            throw new StackOverflowError();
          }
          return "";
        };
    bench.runUntil(ofSeconds(120));
    assertThat(bench.events(Kind.ENGINE_HEALED)).hasSizeGreaterThan(8);
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void anEntryWhoseTroubleCannotEvenBeToldIsNotForgotten() {
    List<Lease> leases = acquire(10);
    Lease poisoned = leases.get(0);
    bench.line.domains =
        grant -> {
          if (grant.fencingToken() == poisoned.fencingToken()) {
            throw new StackOverflowError();
          }
          return "";
        };
    bench.sink = // the observer's feed fails with it
        event -> {
          if (event.kind() == Kind.ENGINE_HEALED) {
            throw new OutOfMemoryError("planted");
          }
        };
    List<String> told = new ArrayList<>();
    poisoned.onLost(loss -> told.add(loss.reason().name()));
    for (int i = 0; i < 6_000 && bench.now().compareTo(ofSeconds(60)) < 0; i++) {
      try {
        bench.runFor(ofMillis(100));
      } catch (OutOfMemoryError e) {
        bench.standStill(ofMillis(10)); // as the thread does after an Error
      }
    }
    assertThat(told).containsExactly("ENGINE_FAILURE");
    assertThat(leases.stream().filter(Lease::isHeld)).hasSize(9);
  }

  /** No stack or memory for a moment, amid a batch: all of it is renewed all the same. */
  @Test
  void anErrorWhileABatchIsPutTogetherCostsNoLease() {
    List<Lease> leases = acquire(10);
    int[] troubles = new int[1];
    bench.sink =
        event -> {
          if (event.kind() == Kind.RENEWAL_SENT && troubles[0] < 3) {
            troubles[0]++;
            throw new StackOverflowError();
          }
        };
    bench.runUntil(ofSeconds(120));
    assertThat(troubles[0]).isEqualTo(3);
    assertThat(leases).allMatch(Lease::isHeld);
    assertThat(bench.events(Kind.LOST)).isEmpty();
  }

  /** As above, at the very first step of a batch: its leases are not in the lane for ever. */
  @Test
  void anErrorBeforeABatchHasBegunCostsNoLease() {
    List<Lease> leases = acquire(10);
    int[] troubles = new int[1];
    bench.look =
        () -> {
          if (troubles[0] == 0 && isAtTheBeginOfABatch()) {
            troubles[0]++;
            throw new StackOverflowError("planted");
          }
        };
    assertThatThrownBy(() -> bench.runUntil(ofSeconds(120))).isInstanceOf(StackOverflowError.class);
    assertThat(troubles[0]).isEqualTo(1);
    bench.runUntil(ofSeconds(120));
    assertThat(leases).allMatch(Lease::isHeld);
    assertThat(bench.events(Kind.LOST)).isEmpty();
  }

  private static boolean isAtTheBeginOfABatch() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames.anyMatch(
                    frame ->
                        frame.getClassName().equals(RenewalBatch.class.getName())
                            && frame.getMethodName().equals("renew")));
  }

  @Test
  void aFailureWhileALossIsToldDoesNotKeepItFromTheListeners() {
    Lease lease = bench.acquire("orders");
    List<String> told = new ArrayList<>();
    lease.onLost(loss -> told.add(loss.reason().name()));
    bench.sink =
        event -> {
          if (event.kind() == Kind.LOST) {
            throw new OutOfMemoryError("planted");
          }
        };
    assertThatThrownBy(
            () ->
                bench.engine.lossPath.lose(bench.held(lease), LossReason.NOT_OWNER, "for the test"))
        .isInstanceOf(OutOfMemoryError.class);
    bench.settle();
    assertThat(told).containsExactly("NOT_OWNER");
  }

  @Test
  void aWatchdogThatFailsThroughoutEndsTheLeaseAsEngineFailure() {
    Lease lease = bench.acquire("orders");
    bench.engine.health.failed(bench.clock.nanos()); // as its thread does, and no round follows
    bench.standStill(ofSeconds(30));
    assertThat(lease.isHeld()).isFalse();
    assertThat(bench.held(lease).status().loss().reason()).isEqualTo(LossReason.ENGINE_FAILURE);
  }

  @Test
  void notKnowingWhetherTheMachineSleptStopsNoRound() {
    Lease lease = bench.acquire("orders");
    bench.clockFails = true;
    bench.runUntil(ofSeconds(60));
    assertThat(lease.isHeld()).isTrue();
    assertThat(bench.events(Kind.RENEWAL_ANSWERED)).hasSizeGreaterThan(4);
  }

  @Test
  void aMachineWithoutThreadsIsAskedAgainAndNothingIsForgotten() {
    List<Lease> leases = acquire(5);
    bench.renewals.outOfThreads = 3;
    bench.runUntil(ofSeconds(60));
    assertThat(leases).allMatch(Lease::isHeld);
    assertThat(bench.renewals.outOfThreads).isZero();

    bench.cleanup.outOfThreads = 2;
    bench.signals.outOfThreads = 2;
    List<String> told = new ArrayList<>();
    Lease lost = leases.get(0);
    lost.onLost(loss -> told.add("told"));
    bench.engine.lossPath.lose(bench.held(lost), LossReason.REVOKED, "for the test");
    bench.runFor(ofSeconds(1));
    assertThat(told).containsExactly("told");
    assertThat(bench.isVacant(lost.name())).isTrue();
  }
}
