package io.leasehold.engine;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseException;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseRequestException;
import io.leasehold.LeaseState;
import io.leasehold.memory.InjectedFault;
import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.AcquireOutcome.Granted;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What acquiring comes to, and that nothing is left behind where it fails. */
class AcquireTest {

  private static final AcquireOutcome UNKNOWN = new AcquireOutcome.Unknown(Line.DOWN);

  private final Bench bench = new Bench();

  private static LeaseRequest orders(Duration wait) {
    return LeaseRequest.of("orders").wait(wait);
  }

  private void assertRefused(LeaseRequest request, ErrorCode code) {
    assertThatThrownBy(() -> bench.client.acquire(request))
        .isInstanceOfSatisfying(
            LeaseNotAcquiredException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageStartingWith(code.id())
        .hasMessageContaining(request.name());
    assertNothingLeft();
    assertThat(bench.line.watches).as("watches at the store").isZero();
    assertThat(bench.events(Kind.ACQUIRE_FAILED))
        .last()
        .extracting(LeaseEvent::outcome)
        .isEqualTo(code.name());
  }

  private void assertNothingLeft() {
    bench.settle();
    assertThat(bench.engine.lines.size()).isZero();
    assertThat(bench.engine.registry.size()).isZero();
  }

  // ---- grants that are not taken

  private void grants(UnaryOperator<Grant> change) {
    bench.line.acquires =
        (attempt, store) -> {
          AcquireOutcome outcome = store.apply(attempt);
          return outcome instanceof Granted granted
              ? new Granted(change.apply(granted.grant()), granted.age())
              : outcome;
        };
  }

  @Test
  void aGrantThatIsTooShortIsGivenBackAndRefused() {
    grants(g -> new Grant(g.name(), g.owner(), ofSeconds(29), g.fencingToken(), g.cookie()));
    assertRefused(orders(ZERO), ErrorCode.GRANT_TOO_SHORT);
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void aTokenThatDoesNotRiseIsGivenBackAndRefused() {
    bench.acquire("other");
    grants(g -> new Grant(g.name(), g.owner(), g.ttl(), 1, g.cookie()));
    bench.line.releases = (grant, store) -> new io.leasehold.spi.ReleaseOutcome.Released();
    assertThatThrownBy(() -> bench.client.acquire(orders(ZERO)))
        .isInstanceOfSatisfying(
            LeaseNotAcquiredException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.FENCE_NOT_RISING))
        .hasMessageContaining("token 1 although this client has seen 1");
    bench.settle();
    assertThat(bench.line.released).hasSize(1);
    assertThat(bench.engine.registry.size()).isEqualTo(1);
  }

  @Test
  void tokensSeenOfOthersRaiseTheFloor() {
    Grant rivals = bench.rival().acquire("orders");
    bench.client.holder("orders");
    bench.acquire("mine");
    assertThat(bench.line.asked.get(0).fenceFloor()).isEqualTo(rivals.fencingToken());
    long barrier = bench.client.revokeNow("orders").orElseThrow();
    bench.acquire("orders");
    assertThat(bench.line.asked.get(1).fenceFloor()).isEqualTo(barrier);
  }

  @Test
  void aGrantThatHasExpiredOnArrivalIsGivenBackAndTriedAgain() {
    bench.line.acquires =
        Line.firstThen(
            (attempt, store) -> {
              AcquireOutcome outcome = store.apply(attempt);
              bench.standStill(ofMillis(29_400));
              return outcome;
            },
            Line.Way.straight());
    Lease lease = bench.acquire(orders(ofSeconds(60)));
    assertThat(lease.isHeld()).isTrue();
    assertThat(bench.line.asked).hasSize(2);
    assertThat(bench.line.released).hasSize(1);
  }

  @Test
  void aGrantThatHasExpiredOnArrivalIsNamedWhenTimeIsUp() {
    bench.line.acquires =
        (attempt, store) -> new Granted(((Granted) store.apply(attempt)).grant(), ofSeconds(30));
    assertRefused(orders(ZERO), ErrorCode.GRANT_EXPIRED);
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void aGrantForAnotherAttemptIsADefectOfTheBackend() {
    grants(g -> new Grant(g.name(), OwnerToken.random(), g.ttl(), g.fencingToken(), g.cookie()));
    assertRefused(orders(ofSeconds(10)), ErrorCode.MISCONFIGURED);
    assertThat(bench.isVacant("orders")).isTrue();
  }

  // ---- answers that are none

  @Test
  void anUnknownAttemptIsAbandonedAndTriedAgainUnderANewOwner() {
    InjectedFault lost = bench.faults.next(Op.ACQUIRE).loseReply();
    Lease lease = bench.acquire("orders");
    assertThat(lost.hits()).isEqualTo(1);
    List<AcquireAttempt> asked = bench.line.asked;
    assertThat(new HashSet<>(asked.stream().map(AcquireAttempt::owner).toList()))
        .hasSameSizeAs(asked)
        .hasSizeGreaterThanOrEqualTo(2);
    assertThat(bench.held(lease).grant.owner()).isEqualTo(asked.get(asked.size() - 1).owner());
    assertThat(bench.events(Kind.ABANDON_ANSWERED)).hasSize(1);
  }

  @Test
  void anAttemptHeldBackAbandonedAndLetGoNeverBecomesAGrant() {
    InjectedFault zombie = bench.faults.next(Op.ACQUIRE).holdRequest();
    assertRefused(orders(ZERO), ErrorCode.UNAVAILABLE);
    bench.runFor(ofSeconds(1));
    assertThat(zombie.held()).isEqualTo(1);
    zombie.letGo();
    assertThat(bench.isVacant("orders")).isTrue();
    assertThat(bench.engine.cleanup.pending()).isZero();
  }

  @Test
  void anAbandonIsRepeatedUntilItIsCertain() {
    InjectedFault zombie = bench.faults.next(Op.ACQUIRE).holdRequest();
    bench.line.abandons =
        (attempt, store) -> new io.leasehold.spi.AbandonOutcome.Unknown(Line.DOWN);
    assertRefused(orders(ZERO), ErrorCode.UNAVAILABLE);
    bench.runFor(ofSeconds(30));
    assertThat(bench.engine.cleanup.pending()).isEqualTo(1);
    assertThat(bench.events(Kind.ABANDON_ANSWERED)).hasSizeGreaterThan(5);
    zombie.letGo();
    assertThat(bench.isVacant("orders")).isFalse();
    bench.line.heal();
    bench.runFor(ofSeconds(6));
    assertThat(bench.isVacant("orders")).isTrue();
    assertThat(bench.engine.cleanup.pending()).isZero();
  }

  @Test
  void whatABackendThrowsIsUnknownAndSoAbandoned() {
    bench.line.acquires =
        (attempt, store) -> {
          var ignored = store.apply(attempt);
          throw new IllegalStateException("driver bug");
        };
    assertRefused(orders(ZERO), ErrorCode.UNAVAILABLE);
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void aBackendThatAnswersNullIsUnknownAndSoAbandoned() {
    bench.line.acquires =
        (attempt, store) -> {
          var ignored = store.apply(attempt);
          return null;
        };
    assertRefused(orders(ZERO), ErrorCode.UNAVAILABLE);
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void aRequestThatTheBackendCannotStoreIsTheCallersFault() {
    bench.line.acquires =
        (attempt, store) -> {
          throw new LeaseRequestException(ErrorCode.BAD_NAME, "not here");
        };
    assertThatThrownBy(() -> bench.client.acquire(orders(ofSeconds(5))))
        .isInstanceOf(LeaseRequestException.class);
    assertNothingLeft();
    assertThat(bench.events(Kind.ACQUIRE_FAILED)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Cause.Kind.class,
      names = {"MISCONFIGURED", "CLOSED"})
  void whatTryingAgainCannotHelpFailsAtOnce(Cause.Kind kind) {
    bench.line.acquires =
        (attempt, store) -> new AcquireOutcome.Refused(Cause.of(kind, "wrong password"));
    ErrorCode code = kind == Cause.Kind.CLOSED ? ErrorCode.CLIENT_CLOSED : ErrorCode.MISCONFIGURED;
    assertRefused(orders(ofSeconds(30)), code);
    assertThat(bench.now()).isZero();
    assertThat(bench.line.asked).hasSize(1);
  }

  // ---- deadlines

  @Test
  void whileSomebodyHoldsItTheWaitEndsAsContended() {
    bench.rival().acquire("orders");
    assertRefused(orders(ofSeconds(5)), ErrorCode.CONTENDED);
    assertThat(bench.now()).isEqualTo(ofSeconds(5));
  }

  @Test
  void contendedNamesTheHolder() {
    Grant rivals = bench.rival().acquire("orders");
    assertThatThrownBy(() -> bench.client.acquire(orders(ZERO)))
        .hasMessageContaining(rivals.owner().toString())
        .hasMessageContaining("token " + rivals.fencingToken())
        .hasMessageContaining("30 s");
  }

  @Test
  void whileTheStoreDoesNotAnswerTheWaitEndsAsUnavailable() {
    bench.line.acquires = (attempt, store) -> UNKNOWN;
    assertRefused(orders(ofSeconds(5)), ErrorCode.UNAVAILABLE);
    assertThat(bench.now()).isEqualTo(ofSeconds(5));
    assertThat(bench.line.asked).hasSizeBetween(6, 20);
  }

  @Test
  void whileTheStoreRefusesTheWaitEndsAsRefused() {
    bench.line.acquires =
        (attempt, store) ->
            new AcquireOutcome.Refused(Cause.of(Cause.Kind.OVERLOADED, "pool exhausted"));
    assertRefused(orders(ofSeconds(5)), ErrorCode.REFUSED);
    assertThat(bench.now()).isEqualTo(ofSeconds(5));
    assertThat(bench.line.asked).as("a pause after each refusal").hasSizeBetween(6, 20);
    assertThat(bench.events(Kind.ABANDON_ANSWERED)).as("nothing to abandon").isEmpty();
  }

  @Test
  void behindOthersOfThisClientTheWaitEndsAsTimedOutAndTheStoreIsNotAsked() {
    bench.rival().acquire("orders");
    var first = bench.client.acquireAsync(orders(ofSeconds(60)));
    bench.settle();
    int asked = bench.line.asked.size();
    assertThatThrownBy(() -> bench.client.acquire(orders(ZERO)))
        .isInstanceOfSatisfying(
            LeaseNotAcquiredException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT));
    assertThat(bench.line.asked).hasSize(asked);
    assertThat(first).isNotDone();
    first.cancel(false);
  }

  @Test
  void aCallThatHangsDelaysTheEndOfTheWaitByOneBoundAtMost() {
    bench.faults.next(Op.ACQUIRE).always().loseRequest();
    assertThatThrownBy(() -> bench.client.acquire(orders(ofMillis(1_500))))
        .isInstanceOf(LeaseNotAcquiredException.class);
    assertThat(bench.now()).isBetween(ofMillis(1_500), ofMillis(2_600));
  }

  // ---- trying

  @Test
  void tryAcquireMakesOneAttempt() {
    assertThat(bench.client.tryAcquire("orders")).isPresent();
    assertThat(bench.client.tryAcquire("orders")).isEmpty();
    assertThat(bench.line.asked).hasSize(2);
    assertThat(bench.now()).isZero();
  }

  @Test
  void tryAcquireBehindLocalWaitersReturnsEmptyWithoutIo() {
    bench.rival().acquire("orders");
    var first = bench.client.acquireAsync(orders(ofSeconds(60)));
    bench.settle();
    int asked = bench.line.asked.size();
    assertThat(bench.client.tryAcquire("orders")).isEmpty();
    assertThat(bench.line.asked).hasSize(asked);
    first.cancel(false);
  }

  @Test
  void tryAcquireSaysWhenTheStoreGaveNoUsefulAnswer() {
    bench.line.acquires = (attempt, store) -> UNKNOWN;
    assertThatThrownBy(() -> bench.client.tryAcquire("orders"))
        .isInstanceOfSatisfying(
            LeaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    assertNothingLeft();
  }

  @Test
  void tryAcquireIsNotStoppedByAnInterruptAndKeepsTheFlag() {
    Thread.currentThread().interrupt();
    try {
      assertThat(bench.client.tryAcquire("orders")).isPresent();
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  // ---- waiting

  @Test
  void aHintWakesTheHeadLongBeforeThePoll() {
    Bench slow = new Bench(t -> t, new Bench.Setting(ofMillis(10), ofSeconds(20), 7));
    Bench.Rival rival = slow.rival();
    Grant grant = rival.acquire("orders");
    slow.plan(ofSeconds(3), () -> rival.backend().releaseIfOwner(grant));
    Lease lease = slow.acquire(orders(ofSeconds(20)));
    assertThat(lease.isHeld()).isTrue();
    assertThat(slow.now()).isEqualTo(ofSeconds(3));
  }

  @Test
  void aLostHintCostsOnePoll() {
    Bench.Rival rival = bench.rival();
    Grant grant = rival.acquire("orders");
    bench.faults.loseHints(true);
    bench.plan(ofSeconds(3), () -> rival.backend().releaseIfOwner(grant));
    bench.acquire(orders(ofSeconds(20)));
    assertThat(bench.now()).isBetween(ofSeconds(3), ofSeconds(4));
  }

  @Test
  void pollsAreJittered() {
    bench.rival().acquire("orders");
    assertRefused(orders(ofSeconds(20)), ErrorCode.CONTENDED);
    List<Duration> sent = bench.times(Kind.ATTEMPT_SENT);
    for (int i = 1; i < sent.size() - 1; i++) {
      assertThat(sent.get(i).minus(sent.get(i - 1))).isBetween(ofMillis(500), ofSeconds(1));
    }
    assertThat(sent).hasSizeBetween(21, 42);
  }

  @Test
  void theEndOfAGrantThatTheStoreForetellsIsAwaited() {
    Bench slow = new Bench(t -> t, new Bench.Setting(ofMillis(10), ofSeconds(60), 7));
    slow.rival().acquire("orders"); // and dies
    slow.acquire(orders(ofSeconds(60)));
    assertThat(slow.now()).isBetween(ofSeconds(30), ofMillis(30_100));
    assertThat(slow.line.asked).hasSize(2);
  }

  @Test
  void waitersOfOneClientAreServedInTheirOrder() {
    Lease held = bench.acquire("orders");
    List<String> served = new ArrayList<>();
    for (String who : List.of("a", "b", "c", "d")) {
      var unused =
          bench
              .client
              .acquireAsync(orders(ofSeconds(100)))
              .thenAccept(
                  lease -> {
                    served.add(who);
                    bench.plan(bench.now().plus(ofSeconds(1)), lease::close);
                  });
      bench.runFor(ofMillis(10));
    }
    int asked = bench.line.asked.size();
    assertThat(asked).as("only the head asks").isEqualTo(2);
    held.close();
    bench.runFor(ofSeconds(10));
    assertThat(served).containsExactly("a", "b", "c", "d");
    assertNothingLeft();
  }

  @Test
  void aLocalReleaseWakesTheNextAtOnce() {
    Lease held = bench.acquire("orders");
    bench.faults.loseHints(true);
    var next = bench.client.acquireAsync(orders(ofSeconds(100)));
    bench.runFor(ofMillis(100));
    held.close();
    bench.settle();
    assertThat(next).isCompleted();
    assertThat(bench.now()).isEqualTo(ofMillis(100));
  }

  @Test
  void aGrantedLeaseIsHeldWhenTheCallReturns() {
    Lease lease = bench.acquire("orders");
    assertThat(lease.state()).isEqualTo(LeaseState.HELD);
    assertThat(lease.name()).isEqualTo("orders");
    assertThat(bench.client.holder("orders").orElseThrow().owner())
        .isEqualTo(bench.held(lease).grant.owner().toString());
    assertThat(bench.events)
        .extracting(LeaseEvent::kind)
        .containsExactly(
            Kind.ACQUIRE_STARTED, Kind.ATTEMPT_SENT, Kind.ATTEMPT_ANSWERED, Kind.ACQUIRED);
  }

  // ---- refused

  @Test
  void aClosedClientRefusesEverything() {
    bench.client.close();
    assertThatThrownBy(() -> bench.client.acquire(orders(ofSeconds(5))))
        .hasMessageStartingWith(ErrorCode.CLIENT_CLOSED.id());
    assertThatThrownBy(() -> bench.client.tryAcquire("orders"))
        .hasMessageStartingWith(ErrorCode.CLIENT_CLOSED.id());
    assertThatThrownBy(() -> bench.client.acquireAsync(orders(ZERO)))
        .hasMessageStartingWith(ErrorCode.CLIENT_CLOSED.id());
    assertThatThrownBy(() -> bench.client.holder("orders"))
        .hasMessageStartingWith(ErrorCode.CLIENT_CLOSED.id());
    assertThatThrownBy(() -> bench.client.revoke("orders"))
        .hasMessageStartingWith(ErrorCode.CLIENT_CLOSED.id());
    assertThat(bench.line.asked).isEmpty();
  }

  @Test
  void anAcquireThatIsGrantedWhileTheClientClosesLeavesNoOrphan() {
    bench.faults.after(Op.ACQUIRE, bench.client::close);
    assertRefused(orders(ofSeconds(5)), ErrorCode.CLIENT_CLOSED);
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void aWaiterFailsWhenTheClientCloses() {
    bench.rival().acquire("orders");
    bench.plan(ofSeconds(2), bench.client::close);
    assertRefused(orders(ofSeconds(20)), ErrorCode.CLIENT_CLOSED);
    assertThat(bench.now()).isEqualTo(ofSeconds(2));
  }
}
