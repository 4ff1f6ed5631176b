package io.leasehold.memory;

import static io.leasehold.memory.MemoryTestKit.ORDERS;
import static io.leasehold.memory.MemoryTestKit.TTL;
import static io.leasehold.memory.MemoryTestKit.attempt;
import static io.leasehold.memory.MemoryTestKit.grantTo;
import static io.leasehold.memory.MemoryTestKit.granted;
import static io.leasehold.memory.MemoryTestKit.sessionTraits;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MemorySessionTest {

  private static final RenewOutcome SESSION_ENDED =
      new RenewOutcome.NotOwner(NotOwnerReason.SESSION_ENDED);

  private final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore(clock);
  private final MemoryBackend a = store.connect(sessionTraits());
  private final MemoryBackend b = store.connect(sessionTraits());

  @Test
  void allLeasesOfASessionLiveOnTheRenewalOfOne() {
    Grant one = granted(a.acquire(attempt("one")));
    granted(a.acquire(attempt("two")));
    clock.advance(Duration.ofSeconds(6));

    a.renewIfOwner(one);
    clock.advance(Duration.ofSeconds(6));

    assertThat(b.holder(new LeaseName("two")).orElseThrow().remaining())
        .contains(Duration.ofSeconds(4));
  }

  @Test
  void allLeasesOfASessionRunOutTogether() {
    Grant one = granted(a.acquire(attempt("one")));
    Grant two = granted(a.acquire(attempt("two")));

    clock.advance(TTL);

    assertThat(a.renewIfOwner(one)).isEqualTo(SESSION_ENDED);
    assertThat(a.renewIfOwner(two)).isEqualTo(SESSION_ENDED);
    granted(b.acquire(attempt("one")));
  }

  @Test
  void sessionsOfAnotherTtlOrConnectionRunOutByThemselves() {
    Grant other = granted(a.acquire(attempt(ORDERS, TTL.multipliedBy(2), 0)));
    Grant mine = granted(a.acquire(attempt("mine")));
    Grant theirs = granted(b.acquire(attempt("theirs")));
    clock.advance(Duration.ofSeconds(6));
    b.renewIfOwner(theirs);
    clock.advance(Duration.ofSeconds(6));

    assertThat(a.renewIfOwner(mine)).isEqualTo(SESSION_ENDED);
    assertThat(b.renewIfOwner(theirs)).isEqualTo(RenewOutcome.Renewed.NOW);
    assertThat(a.renewIfOwner(other)).isEqualTo(RenewOutcome.Renewed.NOW);
  }

  @Test
  void anEndedSessionTakesAllItsGrantsAndTheNextAcquireOpensANewOne() {
    Grant one = granted(a.acquire(attempt("one")));
    Grant theirs = granted(b.acquire(attempt("theirs")));

    store.faults().endSession(a);

    assertThat(a.renewIfOwner(one)).isEqualTo(SESSION_ENDED);
    assertThat(a.releaseIfOwner(one)).isEqualTo(new ReleaseOutcome.NotOwner(NotOwnerReason.ABSENT));
    assertThat(b.renewIfOwner(theirs)).isEqualTo(RenewOutcome.Renewed.NOW);
    Grant next = granted(a.acquire(attempt("one")));
    assertThat(a.renewIfOwner(next)).isEqualTo(RenewOutcome.Renewed.NOW);
    assertThat(a.renewIfOwner(one)).isEqualTo(SESSION_ENDED);
  }

  @Test
  void closingTheConnectionEndsItsSession() {
    grantTo(a);

    a.close();

    grantTo(b);
  }

  @Test
  void anAcquireThatArrivesAfterItsSessionEndedIsRefused() {
    granted(a.acquire(attempt("first")));
    InjectedFault held = store.faults().next(Op.ACQUIRE).holdRequest();
    a.acquire(attempt("late"));
    store.faults().endSession(a);
    granted(a.acquire(attempt("opens-the-next-session")));

    held.letGo();

    assertThat(held.outcomes()).singleElement().isInstanceOf(AcquireOutcome.Refused.class);
    assertThat(b.holder(new LeaseName("late"))).isEmpty();
  }

  @Test
  void aRevokedLeaseEndsAlthoughItsSessionGoesOn() {
    Grant one = granted(a.acquire(attempt("one")));
    Grant two = granted(a.acquire(attempt("two")));
    b.revoke(one.name(), false);
    clock.advance(Duration.ofSeconds(6));
    a.renewIfOwner(two);
    assertThat(a.renewIfOwner(one)).isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.REVOKED));
    clock.advance(Duration.ofSeconds(4));

    assertThat(b.holder(one.name())).isEmpty();
    assertThat(b.holder(two.name())).isPresent();
  }

  @Test
  void aRevokedLeaseEndsWithItsSessionTooIfThatIsFirst() {
    Grant one = granted(a.acquire(attempt("one")));
    b.revoke(one.name(), false);

    store.faults().endSession(a);

    granted(b.acquire(attempt("one")));
  }

  @Test
  void aWipedStoreHasNoSessionsLeft() {
    Grant one = grantTo(a);

    store.faults().wipe();

    assertThat(a.renewIfOwner(one)).isEqualTo(SESSION_ENDED);
    assertThat(a.acquire(attempt())).isInstanceOf(AcquireOutcome.Granted.class);
  }
}
