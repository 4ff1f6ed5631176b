package io.leasehold.memory;

import static io.leasehold.memory.MemoryTestKit.CALL_TIMEOUT;
import static io.leasehold.memory.MemoryTestKit.ORDERS;
import static io.leasehold.memory.MemoryTestKit.TTL;
import static io.leasehold.memory.MemoryTestKit.attempt;
import static io.leasehold.memory.MemoryTestKit.grantTo;
import static io.leasehold.memory.MemoryTestKit.granted;
import static io.leasehold.memory.MemoryTestKit.sessionTraits;
import static io.leasehold.memory.MemoryTestKit.traits;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemoryHintsTest {

  private final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore(clock);
  private final MemoryBackend a = store.connect(CALL_TIMEOUT);
  private final MemoryBackend b = store.connect(CALL_TIMEOUT);
  private final List<String> woken = new ArrayList<>();

  @Test
  void everyWayOutWakesAContender() {
    b.onVacant(ORDERS, () -> woken.add("b"));

    a.releaseIfOwner(grantTo(a));
    assertThat(woken).hasSize(1);
    AcquireAttempt attempt = attempt();
    granted(a.acquire(attempt));
    a.abandon(attempt);
    assertThat(woken).hasSize(2);
    grantTo(a);
    b.revoke(ORDERS, true);
    assertThat(woken).hasSize(3);
    grantTo(a);
    store.faults().delete("orders");
    assertThat(woken).hasSize(4);
    grantTo(a);
    store.faults().wipe();
    assertThat(woken).hasSize(5);
    MemoryBackend session = store.connect(sessionTraits());
    grantTo(session);
    store.faults().endSession(session);
    assertThat(woken).hasSize(6);
  }

  @Test
  void aRefusedReleaseAndAnotherNameWakeNobody() {
    b.onVacant(ORDERS, () -> woken.add("b"));
    Grant other = granted(a.acquire(attempt("other")));
    grantTo(a);

    a.releaseIfOwner(other);
    a.releaseIfOwner(new Grant(ORDERS, OwnerToken.random(), TTL, 1, null));
    b.revoke(ORDERS, false);

    assertThat(woken).isEmpty();
  }

  @Test
  void aVacancyWakesOneContenderInTurn() {
    a.onVacant(ORDERS, () -> woken.add("a"));
    b.onVacant(ORDERS, () -> woken.add("b"));

    for (int i = 0; i < 4; i++) {
      a.releaseIfOwner(grantTo(a));
    }

    assertThat(woken).containsExactly("a", "b", "a", "b");
  }

  @Test
  void aWokenContenderMayCallTheStore() {
    b.onVacant(ORDERS, () -> grantTo(b));

    a.releaseIfOwner(grantTo(a));

    assertThat(a.holder(ORDERS)).isPresent();
  }

  @Test
  void anEndedSubscriptionWakesNobodyMore() {
    Subscription ended = b.onVacant(ORDERS, () -> woken.add("ended"));
    MemoryBackend closed = store.connect(CALL_TIMEOUT);
    closed.onVacant(ORDERS, () -> woken.add("closed"));
    ended.close();
    ended.close();
    closed.close();
    closed.onVacant(ORDERS, () -> woken.add("after close"));

    a.releaseIfOwner(grantTo(a));

    assertThat(woken).isEmpty();
  }

  @Test
  void aBackendThatDeclaresNoHintsSendsNone() {
    MemoryBackend mute = store.connect(traits().vacancyHints(false).build());

    assertThat(mute.onVacant(ORDERS, () -> woken.add("mute"))).isSameAs(Subscription.NONE);

    a.releaseIfOwner(grantTo(a));
    assertThat(woken).isEmpty();
  }

  @Test
  void aFailingListenerHarmsNeitherTheReleaseNorTheNextListener() {
    b.onVacant(
        ORDERS,
        () -> {
          throw new IllegalStateException("listener bug, part of the test");
        });
    b.onVacant(ORDERS, () -> woken.add("b"));

    a.releaseIfOwner(grantTo(a));
    a.releaseIfOwner(grantTo(a));

    assertThat(woken).containsExactly("b");
  }

  @Test
  void lostHintsWakeNobody() {
    b.onVacant(ORDERS, () -> woken.add("b"));
    a.onSuspect((owner, cause) -> woken.add("suspect"));
    store.faults().loseHints(true);

    grantTo(a);
    b.revoke(ORDERS, true);

    assertThat(woken).isEmpty();
  }

  @Test
  void onlyTheConnectionOfTheHolderIsToldOfItsDoubt() {
    List<OwnerToken> doubted = new ArrayList<>();
    a.onSuspect((owner, cause) -> doubted.add(owner));
    b.onSuspect((owner, cause) -> woken.add("b"));

    Grant revoked = grantTo(a);
    b.revoke(ORDERS, false);
    Grant deleted = granted(a.acquire(attempt("deleted")));
    store.faults().delete("deleted");
    Grant wiped = granted(a.acquire(attempt("wiped")));
    store.faults().wipe();

    assertThat(doubted).startsWith(revoked.owner(), deleted.owner()).contains(wiped.owner());
    assertThat(woken).isEmpty();
  }

  @Test
  void anEndedSessionPutsAllItsGrantsInDoubt() {
    MemoryBackend session = store.connect(sessionTraits());
    List<OwnerToken> doubted = new ArrayList<>();
    Subscription listening = session.onSuspect((owner, cause) -> doubted.add(owner));
    List<OwnerToken> owners =
        IntStream.range(0, 3)
            .mapToObj(i -> granted(session.acquire(attempt("s" + i))).owner())
            .toList();

    store.faults().endSession(session);
    assertThat(doubted).containsExactlyInAnyOrderElementsOf(owners);

    listening.close();
    granted(session.acquire(attempt("s0")));
    store.faults().endSession(session);
    assertThat(doubted).hasSize(3);
  }

  @Test
  void theSweepOfExpiredRecordsHintsAtTheirVacancy() {
    LeaseName stale = new LeaseName("stale");
    b.onVacant(stale, () -> woken.add("stale"));
    granted(a.acquire(attempt("stale")));
    clock.advance(TTL);

    for (int i = 0; i < 100; i++) {
      granted(a.acquire(attempt("n" + i)));
    }

    assertThat(woken).containsExactly("stale");
  }
}
