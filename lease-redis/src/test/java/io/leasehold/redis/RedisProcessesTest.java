package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.process.ChildCommand;
import io.leasehold.tck.process.ChildGroup;
import io.leasehold.tck.process.HoldHistory;
import io.leasehold.tck.process.HoldHistory.Hold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients in several JVMs, of which some are killed while they hold a lease. */
class RedisProcessesTest {

  private static final Duration TTL = Duration.ofMillis(600);
  private static final Duration CALL_TIMEOUT = Duration.ofMillis(120);
  private static final Duration LONG = Duration.ofSeconds(60);

  private final BackendTraits traits = RedisTraits.of(CALL_TIMEOUT);
  private final RedisServer server = RedisServer.start();
  private final LeaseClock clock = LeaseClock.system();

  /** The server's millisecond, and what its clock and ours may drift in a ttl. */
  private final HoldHistory history =
      new HoldHistory(TTL, traits.validityUncertainty().multipliedBy(2));

  private final ChildGroup racers = new ChildGroup(history::add);
  private final Set<Integer> killed = new HashSet<>();

  @AfterEach
  void end() {
    racers.close();
    server.close();
  }

  private Random start(int processes, int names, int contenders, int longestHoldMillis)
      throws InterruptedException {
    long seed = System.nanoTime();
    System.out.println("seed of these processes: " + seed);
    int first = racers.size();
    for (int n = 0; n < processes; n++) {
      racers.start(
          ChildCommand.main(RedisRacer.class)
              .args(
                  server.uri(),
                  "" + TTL.toMillis(),
                  "" + CALL_TIMEOUT.toMillis(),
                  "" + names,
                  "" + contenders,
                  "" + longestHoldMillis,
                  "" + (seed + n)));
    }
    for (int n = first; n < racers.size(); n++) {
      racers.get(n).await("READY", LONG);
    }
    return new Random(seed);
  }

  /** Kills it, and hears what it had still said. */
  private long kill(int process) throws InterruptedException {
    killed.add(process);
    racers.get(process).kill(LONG);
    long killedAt = clock.nanos();
    racers.collectToEnd(process, LONG);
    return killedAt;
  }

  /** What nobody has let go, of this process. */
  private List<Hold> openHolds(int process) {
    return history.holds().stream().filter(h -> h.process() == process && !h.let()).toList();
  }

  /** Who got it next. */
  private Optional<Hold> after(Hold hold) {
    return history.holds().stream()
        .filter(next -> next.name().equals(hold.name()) && next.token() > hold.token())
        .min((a, b) -> Long.compare(a.token(), b.token()));
  }

  private long grantsOf(int process) {
    return history.holds().stream().filter(hold -> hold.process() == process).count();
  }

  @Test
  void noTwoHoldAtOnceThoughSomeAreKilledAndWhatTheKilledHeldGoesOn() throws Exception {
    int processes = 5;
    Random random = start(processes, 3, 3, 300);
    List<Hold> orphans = new ArrayList<>();
    for (int n = 0; n < processes - 2; n++) {
      int victim = n;
      racers.collectUntil("it has had leases", () -> grantsOf(victim) > 2, LONG);
      racers.collectUntil("it holds one", () -> !openHolds(victim).isEmpty(), LONG);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(50)));
      kill(victim);
      orphans.addAll(openHolds(victim)); // perhaps it had let go meanwhile
    }
    assertThat(orphans).as("leases whose holder was killed").hasSizeGreaterThan(1);
    racers.collectUntil(
        "what they held is taken over",
        () -> orphans.stream().allMatch(orphan -> after(orphan).isPresent()),
        LONG);
    List<Integer> left =
        IntStream.range(0, processes).filter(n -> !killed.contains(n)).boxed().toList();
    racers.collectUntil(
        "every survivor has had leases", () -> left.stream().allMatch(n -> grantsOf(n) > 5), LONG);
    for (int n : left) {
      racers.get(n).send("enough");
      racers.collectToEnd(n, LONG);
      assertThat(racers.get(n).awaitExit(LONG)).isZero();
    }

    assertThat(history.violations()).isEmpty();
    System.out.println(
        history.size() + " grants; " + orphans.size() + " leases of killed holders went on");
    // What got no answer on a busy machine, a start's own lease too, ends by itself.
    RedisServer.until("nothing is left", () -> server.keys("*:lease:*").isEmpty());
  }

  @Test
  void whatAKilledHolderHeldIsWaitedForInAnotherProcessAndComesAfterOneTtl() throws Exception {
    Random random = start(4, 1, 1, 0);
    int takeovers = 0;
    try (Stalls stalls = new Stalls()) {
      while (takeovers < 3) {
        racers.collectUntil("it has a holder", () -> holder().isPresent(), LONG);
        int victim = holder().orElseThrow().process();
        // Somewhere between two renewals.
        long moment = clock.nanos() + random.nextInt((int) TTL.dividedBy(2).toNanos());
        racers.collectUntil("its moment has come", () -> clock.nanos() - moment > 0, LONG);
        long killedAt = kill(victim);
        List<Hold> orphans = openHolds(victim);
        if (orphans.isEmpty()) { // it had lost it, on a machine that is very busy
          assertThat(racers.size()).isLessThan(10);
          start(1, 1, 1, 0);
          continue;
        }
        Hold orphan = orphans.get(0);
        racers.collectUntil("it is taken over", () -> after(orphan).isPresent(), LONG);
        Hold next = after(orphan).orElseThrow();
        assertThat(killed).doesNotContain(next.process());
        assertThat(Duration.ofNanos(next.acknowledged() - orphan.end()))
            .as("after the last confirmed write's ttl")
            .isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(Duration.ofNanos(next.acknowledged() - killedAt))
            .as("ttl, lag, a poll and a call; stalls %s", stalls.longest())
            .isLessThan(
                TTL.plus(traits.takeoverLag())
                    .plus(TTL.dividedBy(4))
                    .plus(CALL_TIMEOUT)
                    .plus(stalls.excuse(CALL_TIMEOUT)));
        takeovers++;
      }
    }
    assertThat(history.violations()).isEmpty();
    System.out.println(takeovers + " takeovers in another process");
  }

  /** Who has a lease now, by all that was heard. */
  private Optional<Hold> holder() {
    return history.holds().stream()
        .filter(hold -> !hold.let() && !killed.contains(hold.process()))
        .findAny();
  }
}
