package io.leasehold.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseEnd;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseState;
import io.leasehold.LossReason;
import io.leasehold.engine.time.Threads;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.RenewOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Who is told what, in which order, and how often. */
class SignalTest {

  private final Bench bench = new Bench();
  private final List<String> told = new ArrayList<>();

  private void lose(Lease lease) {
    bench.engine.lossPath.lose(bench.held(lease), LossReason.NOT_OWNER, "for the test");
  }

  @Test
  void listenersAreToldInTheirOrderAndThenWhenEndedCompletes() {
    Lease lease = bench.acquire("orders");
    lease.onLost(loss -> told.add("first " + loss.reason()));
    var unused = lease.whenEnded().thenAccept(end -> told.add("ended " + end.state()));
    lease.onLost(loss -> told.add("second " + loss.reason()));
    lose(lease);
    assertThat(told).as("not on the thread of the loss").isEmpty();
    bench.settle();
    assertThat(told).containsExactly("first NOT_OWNER", "second NOT_OWNER", "ended LOST");
    bench.runFor(ofSeconds(100));
    assertThat(told).hasSize(3);
    assertThat(bench.events(Kind.SIGNALLED)).hasSize(1);
  }

  @Test
  void isHeldIsFalseBeforeAnybodyIsTold() {
    Lease lease = bench.acquire("orders");
    lease.onLost(loss -> told.add("held " + lease.isHeld()));
    lose(lease);
    assertThat(lease.isHeld()).isFalse();
    bench.settle();
    assertThat(told).containsExactly("held false");
  }

  @Test
  void whoRegistersAfterTheLossIsToldAtOnceAndOnce() {
    Lease lease = bench.acquire("orders");
    lose(lease);
    bench.settle();
    lease.onLost(loss -> told.add("late " + loss.reason()));
    var unused = lease.whenEnded().thenAccept(end -> told.add("ended " + end.state()));
    bench.settle();
    assertThat(told).containsExactlyInAnyOrder("late NOT_OWNER", "ended LOST");
  }

  @Test
  void whoRegistersBetweenTheLossAndItsSignalIsToldOnce() {
    Lease lease = bench.acquire("orders");
    lease.onLost(loss -> told.add("early"));
    lose(lease);
    lease.onLost(loss -> told.add("between"));
    bench.settle();
    assertThat(told).containsExactlyInAnyOrder("early", "between");
  }

  @Test
  void aListenerThatRegistersAnotherIsNoTrouble() {
    Lease lease = bench.acquire("orders");
    lease.onLost(loss -> lease.onLost(again -> told.add("inner")));
    lose(lease);
    bench.settle();
    assertThat(told).containsExactly("inner");
  }

  @Test
  void aListenerThatThrowsIsCountedAndTheOthersAreTold() {
    Lease lease = bench.acquire("orders");
    lease.onLost(
        loss -> {
          throw new IllegalStateException("mine");
        });
    lease.onLost(
        loss -> {
          throw new StackOverflowError();
        });
    lease.onLost(loss -> told.add("third"));
    var unused = lease.whenEnded().thenAccept(end -> told.add("ended"));
    lose(lease);
    bench.settle();
    assertThat(told).containsExactly("third", "ended");
    assertThat(bench.events(Kind.LISTENER_FAILED)).hasSize(2);
  }

  @Test
  void aListenerThatBlocksDelaysItsOwnLeaseOnly() {
    Lease blocked = bench.acquire("blocked");
    Lease other = bench.acquire("other");
    Lease renewed = bench.acquire("renewed");
    blocked.onLost(
        loss -> {
          bench.runFor(ofSeconds(100)); // the listener has not returned yet
          told.add("blocked, with " + told.size() + " before");
        });
    other.onLost(loss -> told.add("other"));
    bench.line.renewals =
        (grant, store) ->
            grant.name().value().equals("renewed")
                ? store.apply(grant)
                : new RenewOutcome.NotOwner(NotOwnerReason.ABSENT);
    bench.runUntil(ofSeconds(150));
    assertThat(told).containsExactly("other", "blocked, with 1 before");
    assertThat(renewed.isHeld()).isTrue();
  }

  @Test
  void aReleaseTellsNoLoss() {
    Lease lease = bench.acquire("orders");
    lease.onLost(loss -> told.add("lost"));
    CompletableFuture<LeaseEnd> ended = lease.whenEnded();
    lease.release();
    bench.settle();
    assertThat(told).isEmpty();
    assertThat(ended).isCompletedWithValueMatching(end -> end.state() == LeaseState.RELEASED);
    assertThat(ended.join().loss()).isEmpty();
    lease.onLost(loss -> told.add("late"));
    bench.settle();
    assertThat(told).isEmpty();
  }

  @Test
  void copiesOfWhenEndedCannotCompleteTheOriginal() {
    Lease lease = bench.acquire("orders");
    CompletableFuture<LeaseEnd> mine = lease.whenEnded();
    mine.complete(new LeaseEnd(LeaseState.LOST, java.util.Optional.empty()));
    lease.whenEnded().cancel(true);
    lease.whenEnded().completeExceptionally(new IllegalStateException());
    lease.whenEnded().obtrudeValue(new LeaseEnd(LeaseState.LOST, java.util.Optional.empty()));
    CompletableFuture<LeaseEnd> honest = lease.whenEnded();
    assertThat(honest).isNotDone();
    lease.release();
    bench.settle();
    assertThat(honest).isCompletedWithValueMatching(end -> end.state() == LeaseState.RELEASED);
  }

  @Test
  void stagesOfWhenEndedThatThrowDisturbNobody() {
    Lease lease = bench.acquire("orders");
    var unused =
        lease
            .whenEnded()
            .thenAccept(
                end -> {
                  throw new IllegalStateException("mine");
                });
    var unused2 = lease.whenEnded().thenAccept(end -> told.add("second"));
    lease.release();
    bench.settle();
    assertThat(told).containsExactly("second");
  }

  @Test
  void overdueIsToldBeforeTheLossAndOnceToEachListener() {
    Lease lease = bench.acquire(LeaseRequest.of("orders").maxHold(ofSeconds(30)));
    lease.onOverdue(() -> told.add("overdue 1"));
    lease.onOverdue(
        () -> {
          throw new IllegalStateException("mine");
        });
    lease.onOverdue(() -> told.add("overdue 2"));
    lease.onLost(loss -> told.add("lost"));
    bench.runUntil(ofSeconds(35));
    lease.onOverdue(() -> told.add("late"));
    bench.runUntil(ofSeconds(100));
    assertThat(told).containsExactly("overdue 1", "overdue 2", "late", "lost");
    assertThat(bench.events(Kind.LISTENER_FAILED)).hasSize(1);
  }

  @Test
  void overdueIsNotToldOfALeaseThatEndsBefore() {
    Lease lease = bench.acquire(LeaseRequest.of("orders").maxHold(ofSeconds(30)));
    lease.onOverdue(() -> told.add("overdue"));
    bench.runUntil(ofSeconds(29));
    lease.release();
    bench.runUntil(ofSeconds(100));
    assertThat(told).isEmpty();
  }

  @Test
  void signalsBeyondTheThreadsThatThereAreWaitAndAreCounted() {
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < Threads.SIGNALS + 10; i++) {
      Lease lease = bench.acquire("lease-" + i);
      lease.onLost(loss -> told.add(loss.leaseName()));
      leases.add(lease);
    }
    bench.signals.hold(); // all threads block
    leases.forEach(this::lose);
    bench.settle();
    assertThat(told).isEmpty();
    assertThat(bench.events(Kind.SIGNAL_QUEUED)).hasSize(10);
    assertThat(leases).noneMatch(Lease::isHeld);
    bench.signals.letGo();
    bench.settle();
    assertThat(told).hasSize(Threads.SIGNALS + 10);
  }

  @Test
  void afterTheEndOfTheSignalsNobodyIsCalledAndTheRestIsCounted() {
    Lease lease = bench.acquire("orders");
    lease.onLost(loss -> told.add("lost"));
    bench.signals.hold();
    lose(lease);
    assertThat(bench.engine.signals.stop()).isEqualTo(1);
    bench.signals.letGo();
    bench.settle();
    assertThat(told).isEmpty();
    assertThat(bench.events(Kind.SIGNAL_DROPPED)).hasSize(1);
  }
}
