package io.leasehold.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseInterruptedException;
import io.leasehold.LeaseRequest;
import io.leasehold.memory.InjectedFault;
import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * An interrupt at every step of an acquire: either the lease is held and the flag is kept, or
 * nothing is held, nothing is renewed, the name is vacant, and the flag is still set.
 */
class InterruptedAcquireTest {

  private static final LeaseRequest ORDERS = LeaseRequest.of("orders").wait(ofSeconds(60));

  private final Bench bench = new Bench();

  @AfterEach
  void clearTheFlag() {
    Thread.interrupted();
  }

  private Optional<Lease> acquire() {
    try {
      return Optional.of(bench.client.acquire(ORDERS));
    } catch (LeaseInterruptedException e) {
      assertThat(e).hasMessageStartingWith("LEASE-205").hasMessageContaining("orders");
      return Optional.empty();
    } catch (InterruptedException e) {
      throw new AssertionError("of another kind", e);
    }
  }

  private void assertHeldAndFlagKept(Optional<Lease> lease) {
    assertThat(lease).isPresent();
    assertThat(lease.get().isHeld()).isTrue();
    assertThat(Thread.interrupted()).as("the flag").isTrue();
    bench.runFor(ofSeconds(60));
    assertThat(lease.get().isHeld()).as("and goes on").isTrue();
  }

  private void assertNothingAndFlagKept(Optional<Lease> lease) {
    assertThat(lease).isEmpty();
    assertThat(Thread.interrupted()).as("the flag").isTrue();
    bench.runFor(ofSeconds(60));
    assertThat(bench.events(Kind.RENEWAL_SENT)).isEmpty();
    assertThat(bench.engine.registry.size()).isZero();
    assertThat(bench.engine.lines.size()).isZero();
    assertThat(bench.line.watches).as("watches at the store").isZero();
    assertThat(bench.engine.cleanup.pending()).isZero();
    assertThat(bench.events(Kind.ACQUIRE_FAILED))
        .singleElement()
        .satisfies(event -> assertThat(event.outcome()).isEqualTo("INTERRUPTED"));
  }

  @Test
  void beforeTheCallNothingIsSent() {
    Thread.currentThread().interrupt();
    assertNothingAndFlagKept(acquire());
    assertThat(bench.line.asked).isEmpty();
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void onTheWayToTheStoreTheLeaseIsHeldOrNothingIs() {
    bench.faults.before(Op.ACQUIRE, () -> Thread.currentThread().interrupt());
    assertHeldAndFlagKept(acquire());
  }

  @Test
  void betweenExecutionAndReplyTheLeaseIsHeld() {
    bench.faults.after(Op.ACQUIRE, () -> Thread.currentThread().interrupt());
    assertHeldAndFlagKept(acquire());
  }

  @Test
  void duringACallThatGivesUpNothingIsLeft() {
    bench.line.acquires =
        (attempt, store) -> {
          var ignored = store.apply(attempt); // and the driver cannot know
          Thread.currentThread().interrupt();
          return new AcquireOutcome.Unknown(Cause.of(Cause.Kind.INTERRUPTED, "interrupted"));
        };
    assertNothingAndFlagKept(acquire());
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void duringACallWhoseRequestRunsLaterNothingIsLeft() {
    InjectedFault zombie = bench.faults.next(Op.ACQUIRE).holdRequest();
    bench.line.acquires =
        (attempt, store) -> {
          AcquireOutcome outcome = store.apply(attempt);
          Thread.currentThread().interrupt();
          return outcome;
        };
    assertNothingAndFlagKept(acquire());
    zombie.letGo();
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void aSecondInterruptDuringTheCleanUpChangesNothing() {
    InjectedFault zombie = bench.faults.next(Op.ACQUIRE).holdRequest();
    bench.line.acquires =
        (attempt, store) -> {
          AcquireOutcome outcome = store.apply(attempt);
          Thread.currentThread().interrupt();
          return outcome;
        };
    bench.line.abandons =
        (attempt, store) -> {
          Thread.currentThread().interrupt();
          return store.apply(attempt);
        };
    assertThat(acquire()).isEmpty();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    bench.settle(); // the clean-up runs with the flag set, as after a second interrupt
    assertThat(bench.events(Kind.ABANDON_ANSWERED))
        .singleElement()
        .satisfies(event -> assertThat(event.outcome()).isEqualTo("ABANDONED"));
    assertThat(Thread.interrupted()).isTrue();
    zombie.letGo();
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void duringTheCleanUpsOwnCallItIsRepeated() {
    bench.faults.next(Op.ACQUIRE).loseReply();
    bench.line.acquires =
        (attempt, store) -> {
          AcquireOutcome outcome = store.apply(attempt);
          Thread.currentThread().interrupt();
          return outcome;
        };
    bench.line.abandons =
        Line.firstThen(
            (attempt, store) ->
                new io.leasehold.spi.AbandonOutcome.Unknown(
                    Cause.of(Cause.Kind.INTERRUPTED, "interrupted")),
            Line.Way.straight());
    assertNothingAndFlagKept(acquire());
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void whileWaitingForAnotherHolderTheWaitEndsAtOnce() {
    bench.rival().acquire("orders");
    bench.plan(ofMillis(2_300), () -> Thread.currentThread().interrupt());
    assertThat(acquire()).isEmpty();
    assertThat(bench.now()).isEqualTo(ofMillis(2_300));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(bench.isVacant("orders")).as("the rival's").isFalse();
    assertThat(bench.engine.lines.size()).isZero();
  }

  @Test
  void whileWaitingBehindAnotherCallerTheOthersMoveUp() {
    Lease held = bench.acquire("orders");
    bench.plan(ofSeconds(2), () -> Thread.currentThread().interrupt());
    assertThat(acquire()).isEmpty();
    assertThat(Thread.interrupted()).isTrue();
    held.close();
    assertThat(bench.client.tryAcquire("orders")).isPresent();
  }

  @Test
  void onTheLastStepBeforeTheDeadlineTheInterruptCounts() {
    bench.rival().acquire("orders");
    bench.line.acquires =
        (attempt, store) -> {
          AcquireOutcome outcome = store.apply(attempt);
          if (bench.now().compareTo(ofSeconds(60)) >= 0) {
            Thread.currentThread().interrupt();
          }
          return outcome;
        };
    bench.faults.loseHints(true);
    Bench.Rival rival = bench.rival();
    bench.plan(
        ofSeconds(29),
        () -> rival.backend().revoke(new io.leasehold.spi.LeaseName("orders"), true));
    bench.plan(ofSeconds(29), () -> rival.acquire("orders"));
    bench.plan(
        ofSeconds(58),
        () -> rival.backend().revoke(new io.leasehold.spi.LeaseName("orders"), true));
    bench.plan(ofSeconds(58), () -> rival.acquire("orders"));
    assertThat(acquire()).isEmpty();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(bench.now()).isEqualTo(ofSeconds(60));
  }
}
