package io.leasehold.spi.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.memory.ManualClock;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads against one register: one winner, whoever comes first. */
@Timeout(60)
class CasRaceTest {

  private static final int CLIENTS = 8;
  private static final int ROUNDS = 200 * Integer.getInteger("leasehold.repeat", 1);
  private static final Duration TTL = Duration.ofSeconds(30);

  /** A map's own compare-and-set and nothing else, so that the threads really meet there. */
  private static final class MapRegister implements CasRegister {
    private final ConcurrentHashMap<LeaseName, CasRecord> records = new ConcurrentHashMap<>();

    @Override
    public CasRead read(LeaseName name) {
      CasRecord record = records.get(name);
      return record == null ? new CasRead.NeverWritten() : new CasRead.Found(record);
    }

    @Override
    public CasSwap compareAndSet(LeaseName name, CasRecord expected, CasRecord next) {
      boolean swapped =
          expected == null
              ? records.putIfAbsent(name, next) == null
              : records.replace(name, expected, next);
      return swapped ? new CasSwap.Swapped() : new CasSwap.Conflict();
    }

    @Override
    public void close() {}
  }

  private final ManualClock clock = new ManualClock();
  private final MapRegister register = new MapRegister();
  private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
  private final CyclicBarrier start = new CyclicBarrier(CLIENTS);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private List<CasLeaseBackend> clients() {
    List<CasLeaseBackend> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(
          new CasLeaseBackend(
              register, CasLeaseBackend.traits("test", Duration.ofSeconds(1)).build(), clock));
    }
    return clients;
  }

  private static AcquireAttempt attempt(LeaseName name) {
    return new AcquireAttempt(name, OwnerToken.random(), TTL, 0, Map.of());
  }

  private <T> List<T> together(List<CasLeaseBackend> clients, Step<T> step) throws Exception {
    List<Future<T>> futures = new ArrayList<>();
    for (CasLeaseBackend client : clients) {
      Callable<T> task =
          () -> {
            start.await(30, TimeUnit.SECONDS);
            return step.run(client);
          };
      futures.add(threads.submit(task));
    }
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      results.add(future.get(30, TimeUnit.SECONDS));
    }
    return results;
  }

  private interface Step<T> {
    T run(CasLeaseBackend client) throws Exception;
  }

  private static List<Grant> winners(List<AcquireOutcome> outcomes) {
    assertThat(outcomes).noneMatch(AcquireOutcome.Unknown.class::isInstance);
    return outcomes.stream()
        .filter(AcquireOutcome.Granted.class::isInstance)
        .map(outcome -> ((AcquireOutcome.Granted) outcome).grant())
        .toList();
  }

  @Test
  void of_contenders_for_a_free_name_exactly_one_wins() throws Exception {
    List<CasLeaseBackend> clients = clients();
    LeaseName vacant = new LeaseName("vacant");
    long last = 0;
    for (int round = 0; round < ROUNDS; round++) {
      LeaseName fresh = new LeaseName("fresh-" + round);
      assertThat(winners(together(clients, client -> client.acquire(attempt(fresh))))).hasSize(1);
      List<Grant> winners = winners(together(clients, client -> client.acquire(attempt(vacant))));
      assertThat(winners).hasSize(1);
      assertThat(winners.get(0).fencingToken()).isEqualTo(++last);
      // A late release by any client: the grant finds its record by reading.
      assertThat(clients.get(round % CLIENTS).releaseIfOwner(winners.get(0)))
          .isEqualTo(new ReleaseOutcome.Released());
    }
  }

  @Test
  void of_contenders_that_watched_a_dead_holder_exactly_one_takes_over() throws Exception {
    List<CasLeaseBackend> clients = clients();
    LeaseName name = new LeaseName("dead");
    assertThat(winners(List.of(clients.get(0).acquire(attempt(name))))).hasSize(1);
    for (int round = 0; round < ROUNDS; round++) {
      assertThat(winners(together(clients, client -> client.acquire(attempt(name))))).isEmpty();
      clock.advance(TTL);
      List<Grant> winners = winners(together(clients, client -> client.acquire(attempt(name))));
      assertThat(winners).hasSize(1);
      assertThat(winners.get(0).fencingToken()).isEqualTo(round + 2);
    }
  }

  @Test
  void between_grant_and_release_nobody_else_gets_in() throws Exception {
    LeaseName name = new LeaseName("section");
    AtomicLong inside = new AtomicLong();
    AtomicLong lastToken = new AtomicLong();
    AtomicLong grants = new AtomicLong();
    together(
        clients(),
        client -> {
          for (int i = 0; i < ROUNDS; i++) {
            if (client.acquire(attempt(name)) instanceof AcquireOutcome.Granted granted) {
              Grant grant = granted.grant();
              assertThat(inside.getAndSet(grant.fencingToken())).isZero();
              assertThat(lastToken.getAndSet(grant.fencingToken()))
                  .isLessThan(grant.fencingToken());
              assertThat(client.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
              assertThat(inside.getAndSet(0)).isEqualTo(grant.fencingToken());
              grants.incrementAndGet();
              assertThat(client.releaseIfOwner(grant)).isEqualTo(new ReleaseOutcome.Released());
            }
          }
          return null;
        });
    assertThat(grants.get()).isPositive().isEqualTo(lastToken.get());
  }
}
