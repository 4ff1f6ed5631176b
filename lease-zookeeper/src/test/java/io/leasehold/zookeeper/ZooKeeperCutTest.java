package io.leasehold.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.net.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;

/**
 * A follower that is cut off from its leader goes on answering reads and heartbeats, while the
 * leader ends the sessions of that follower's clients and grants their leases to others.
 */
class ZooKeeperCutTest {

  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final Duration CALL_TIMEOUT = Duration.ofMillis(1_500);
  private static final Duration TTL = Duration.ofSeconds(2);

  /**
   * The leader rounds a session's end up to a tick: these ends are rounded by little and by much.
   */
  private static final int SESSIONS = 7;

  private static final int ROUNDS = 2;

  /** What is held through the follower, and until when its holder may believe in it. */
  private static final class Holding {

    private final Grant grant;
    private volatile long provenFrom;
    private volatile boolean over;

    Holding(AcquireOutcome.Granted granted, long sentAt) {
      this.grant = granted.grant();
      this.provenFrom = sentAt - granted.age().toNanos();
    }

    void renew(LeaseBackend backend) {
      long sentAt = System.nanoTime();
      if (backend.renewIfOwner(grant) instanceof RenewOutcome.Renewed renewed) {
        provenFrom = Math.max(provenFrom, sentAt - renewed.age().toNanos());
      }
    }

    Thread renewOn(LeaseBackend backend) {
      Thread thread =
          new Thread(
              () -> {
                while (!over) {
                  renew(backend);
                  pause(TTL.dividedBy(10));
                }
              });
      thread.start();
      return thread;
    }

    long until() {
      return provenFrom + grant.ttl().toNanos();
    }

    String path() {
      return "/app/leasehold/leases/" + grant.name();
    }
  }

  @Test
  void whoIsBehindItHoldsNothingWhenTheNextOneDoes() throws Exception {
    try (ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start()) {
      int leader = ensemble.leader();
      int follower = ensemble.follower(leader);
      String behind = ensemble.member(follower).address();
      FaultProxy way = ensemble.way(follower, leader);
      ZooKeeper reader = new ZooKeeper(behind, (int) BOUND.toMillis(), event -> {});
      try (LeaseBackend backend = ZooKeepers.connect(ZooKeeperEnsemble.uri(behind), CALL_TIMEOUT);
          LeaseBackend rival =
              ZooKeepers.connect(
                  ZooKeeperEnsemble.uri(ensemble.member(leader).address()), CALL_TIMEOUT)) {
        ZooKeeperServer.until("it is connected", () -> reader.getState().isConnected());
        int judged = 0;
        for (int round = 0; judged < ROUNDS; round++) {
          assertThat(round).as("rounds, of which the machine was too slow for most").isLessThan(8);
          judged += cut(backend, rival, reader, way, round) ? 1 : 0;
          ZooKeeperServer.until(
              "the follower is back",
              () -> ensemble.member(follower).mode().equals("follower") && serves(backend));
        }
      } finally {
        reader.close();
      }
    }
  }

  /** False if the machine was too slow to hold all of them when the follower is cut off. */
  private static boolean cut(
      LeaseBackend backend, LeaseBackend rival, ZooKeeper reader, FaultProxy way, int round)
      throws Exception {
    List<Holding> held = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      Duration ttl = TTL.plusMillis(i * ZooKeeperEnsemble.TICK.toMillis() / SESSIONS);
      AcquireAttempt attempt = ZooKeepers.attempt("cut-" + round + "-" + i, ttl);
      long sentAt = System.nanoTime();
      if (backend.acquire(attempt) instanceof AcquireOutcome.Granted granted) {
        held.add(new Holding(granted, sentAt));
      }
    }
    for (int i = 0; i < 4; i++) {
      pause(TTL.dividedBy(5));
      held.forEach(one -> one.renew(backend));
    }
    long now = System.nanoTime();
    if (held.size() < SESSIONS
        || held.stream().anyMatch(one -> one.until() - now < TTL.toNanos() / 4)) {
      return false;
    }
    way.stall(); // at once: the latest write was confirmed, and no ping has told the leader
    List<Thread> renewals = held.stream().map(one -> one.renewOn(backend)).toList();
    try {
      Map<Holding, Long> next = new ConcurrentHashMap<>();
      ZooKeeperServer.until("others have them", () -> take(rival, held, next));
      // That follower still shows all nodes of the old holder: what it reads proves nothing.
      for (Holding one : held) {
        assertThat(token(reader, one.path())).isEqualTo(one.grant.fencingToken());
        assertThat(Duration.ofNanos(next.get(one) - one.until()))
            .as("from the end of the validity of %s to the next grant", one.grant)
            .isPositive();
      }
    } finally {
      held.forEach(one -> one.over = true);
      for (Thread thread : renewals) {
        thread.join(BOUND.toMillis());
      }
      way.heal();
    }
    for (Holding one : held) {
      assertThat(backend.renewIfOwner(one.grant)).isInstanceOf(RenewOutcome.NotOwner.class);
    }
    return true;
  }

  /** Notes when each was granted; true once all were. */
  private static boolean take(LeaseBackend rival, List<Holding> held, Map<Holding, Long> next) {
    for (Holding one : held) {
      AcquireAttempt attempt =
          ZooKeepers.attempt(one.grant.name().value(), ZooKeeperEnsemble.LONGEST);
      if (!next.containsKey(one) && rival.acquire(attempt) instanceof AcquireOutcome.Granted) {
        next.put(one, System.nanoTime());
      }
    }
    return next.size() == held.size();
  }

  private static long token(ZooKeeper reader, String path)
      throws KeeperException, InterruptedException {
    return reader.exists(path, false).getCzxid();
  }

  private static boolean serves(LeaseBackend backend) {
    return backend.acquire(ZooKeepers.attempt("back", TTL))
            instanceof AcquireOutcome.Granted granted
        && backend.releaseIfOwner(granted.grant()) instanceof ReleaseOutcome.Released;
  }

  private static void pause(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
