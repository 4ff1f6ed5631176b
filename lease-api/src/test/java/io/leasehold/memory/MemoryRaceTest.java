package io.leasehold.memory;

import static io.leasehold.memory.MemoryTestKit.CALL_TIMEOUT;
import static io.leasehold.memory.MemoryTestKit.ORDERS;
import static io.leasehold.memory.MemoryTestKit.attempt;
import static io.leasehold.memory.MemoryTestKit.grantTo;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MemoryRaceTest {

  private static final int THREADS = 8;
  private static final int ROUNDS = 300;

  private final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore(clock);
  private final MemoryBackend a = store.connect(CALL_TIMEOUT);
  private final MemoryBackend b = store.connect(CALL_TIMEOUT);
  private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  @Test
  void manyContendersHaveOneWinnerPerRoundAndTokensRise() throws Exception {
    List<MemoryBackend> contenders = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      contenders.add(store.connect(CALL_TIMEOUT));
    }
    long lastToken = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<Callable<AcquireOutcome>> race = new ArrayList<>();
      contenders.forEach(c -> race.add(() -> c.acquire(attempt())));

      List<Grant> winners = new ArrayList<>();
      for (AcquireOutcome outcome : together(race)) {
        if (outcome instanceof AcquireOutcome.Granted granted) {
          winners.add(granted.grant());
        } else {
          assertThat(outcome).isInstanceOf(AcquireOutcome.Busy.class);
        }
      }

      assertThat(winners).hasSize(1);
      assertThat(winners.get(0).fencingToken()).isGreaterThan(lastToken);
      lastToken = winners.get(0).fencingToken();
      a.releaseIfOwner(winners.get(0));
    }
  }

  @Test
  void oneOfManyReleasesOfAGrantFreesIt() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Grant grant = grantTo(a);
      List<Callable<ReleaseOutcome>> race = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        race.add(() -> a.releaseIfOwner(grant));
      }

      assertThat(together(race)).containsOnlyOnce(new ReleaseOutcome.Released());
    }
  }

  @Test
  void anAbandonBeatsTheZombieWhicheverArrivesFirst() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      InjectedFault held = store.faults().next(Op.ACQUIRE).holdRequest();
      AcquireAttempt attempt = attempt();
      a.acquire(attempt);

      together(List.<Callable<Object>>of(held::letGo, () -> a.abandon(attempt)));

      assertThat(held.outcomes()).hasSize(1);
      assertThat(b.holder(ORDERS)).isEmpty();
    }
  }

  @Test
  void aRenewalNeverOutlivesARevocation() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Grant grant = grantTo(a);

      together(
          List.<Callable<Object>>of(
              () -> a.renewIfOwner(grant), () -> b.revoke(ORDERS, true), () -> grantIfFree(b)));

      assertThat(a.renewIfOwner(grant)).isInstanceOf(RenewOutcome.NotOwner.class);
      b.revoke(ORDERS, true);
    }
  }

  @Test
  void aFaultForOneCallMeetsOneOfManyThreads() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      InjectedFault once = store.faults().next(Op.ABANDON).refuse(MemoryTestKit.DOWN);
      List<Callable<Object>> race = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        race.add(() -> a.abandon(attempt()));
      }

      assertThat(together(race)).containsOnlyOnce(new AbandonOutcome.Refused(MemoryTestKit.DOWN));
      assertThat(once.hits()).isEqualTo(1);
    }
  }

  private static AcquireOutcome grantIfFree(MemoryBackend backend) {
    return backend.acquire(attempt());
  }

  /** Lets all parties start at the same instant and returns their results in order. */
  private <T> List<T> together(List<Callable<T>> parties) throws Exception {
    CyclicBarrier start = new CyclicBarrier(parties.size());
    List<Future<T>> futures = new ArrayList<>();
    for (Callable<T> party : parties) {
      futures.add(
          pool.submit(
              () -> {
                start.await();
                return party.call();
              }));
    }
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      results.add(future.get(30, TimeUnit.SECONDS));
    }
    return results;
  }
}
