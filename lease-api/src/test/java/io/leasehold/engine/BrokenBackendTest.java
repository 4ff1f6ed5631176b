package io.leasehold.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.Lease;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseException;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseState;
import io.leasehold.spi.Grant;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a backend must not do, or may do at the worst moment. */
class BrokenBackendTest {

  private final Bench bench = new Bench();

  @Test
  @SuppressWarnings("NullAway") // that is the defect
  void anAnswerOfNullsIsUnknownAndTheLeaseEndsAllTheSame() {
    Lease lease = bench.acquire("orders");
    CompletableFuture<?> ended = lease.whenEnded();
    NotOwnerReason none = null;
    bench.line.releases = (grant, store) -> new ReleaseOutcome.NotOwner(none);
    lease.release();
    assertThat(lease.state()).isEqualTo(LeaseState.RELEASE_UNKNOWN);
    bench.line.heal();
    bench.runFor(ofSeconds(60));
    assertThat(ended).isCompleted();
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void aLateUnknownAnswerOfAnOlderRenewalChangesNothing() {
    Lease lease = bench.acquire("orders");
    bench.line.renewals =
        Line.firstThen(
            (grant, store) -> {
              bench.line.heal();
              bench.clock.advance(ofSeconds(2)); // beyond the call timeout: another one leaves
              bench.engine.watchdog.round();
              bench.renewals.run();
              return new RenewOutcome.Unknown(Line.DOWN);
            },
            Line.Way.straight());
    bench.runUntil(ofSeconds(15));
    assertThat(lease.state()).isEqualTo(LeaseState.HELD);
    assertThat(bench.events(Kind.STATE_CHANGED))
        .as("it was late, which is a doubt; when it came, that was over")
        .extracting(LeaseEvent::outcome)
        .containsExactly(LeaseState.SUSPECT.name(), LeaseState.HELD.name());
    assertThat(bench.events(Kind.RENEWAL_ANSWERED)).extracting("detail").contains("STALE");
  }

  @Test
  void aDoubtRaisedWhileARenewalIsUnderWayIsAnsweredByTheNextAtOnce() {
    Lease lease = bench.acquire("orders");
    bench.line.renewals =
        Line.firstThen(
            (grant, store) -> {
              RenewOutcome renewed = store.apply(grant);
              bench.faults.delete("orders");
              bench.line.suspects.forEach(s -> s.suspect(grant.owner(), Line.DOWN));
              return renewed;
            },
            Line.Way.straight());
    bench.runUntil(ofSeconds(12));
    assertThat(lease.state()).isEqualTo(LeaseState.LOST);
  }

  @Test
  void aSubscriptionThatFailsToEndCostsNobodyItsGrant() {
    bench.line.watchEnds =
        () -> {
          throw new IllegalStateException("driver bug");
        };
    Grant rival = bench.rival().acquire("orders");
    CompletableFuture<Lease> future = bench.client.acquireAsync(LeaseRequest.of("orders"));
    bench.runFor(ofSeconds(1));
    bench.line.memory.releaseIfOwner(rival);
    bench.runFor(ofSeconds(2));
    assertThat(future.join().isHeld()).isTrue();
  }

  @Test
  void aReadThatThrowsAnErrorIsNoAnswer() {
    bench.line.holders =
        name -> {
          throw new StackOverflowError("driver bug");
        };
    assertThatThrownBy(() -> bench.client.holder("orders"))
        .isInstanceOf(LeaseException.class)
        .hasMessageContaining("the backend threw");
  }
}
