package io.leasehold.spi.support;

import io.leasehold.spi.LeaseName;
import io.leasehold.spi.support.CasRecord.Mark;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What this client has seen of other holders' records, and since when, on its own clock. It
 * outlives the single call, so that somebody who only looks now and then still takes over.
 *
 * <p>Bounded: a name nobody asked about for {@link #IDLE} is dropped, and beyond {@link #MAX_NAMES}
 * a new one has to wait for room. Forgetting only delays a takeover, it never makes one early.
 */
final class WatchTable {

  static final int MAX_NAMES = 10_000;
  static final Duration IDLE = Duration.ofHours(1);

  private final ReentrantLock lock = new ReentrantLock();

  /** In the order of the last question, the oldest first. */
  private final Map<LeaseName, Watch> watches = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * One record, unchanged for the whole time between two readings of the clock.
   *
   * @param since the reply of the first read that showed the holder's last renewal
   * @param now the reply of the latest read that showed the record unchanged
   * @param kept false if there was no room to remember it: the watch begins anew at every look
   */
  record Watch(CasRecord record, long since, long now, boolean kept) {

    /** The holder's ttl began before {@code since}, so it has ended by now. */
    boolean isOver() {
      return now - since >= record.ttl().toNanos();
    }

    /** What a contender still has to wait; empty at first sight, when nothing was watched yet. */
    Optional<Duration> remaining() {
      long left = record.ttl().toNanos() - (now - since);
      return now == since ? Optional.empty() : Optional.of(Duration.ofNanos(Math.max(0, left)));
    }

    private Watch next(CasRecord seen, long reply) {
      return new Watch(seen, isUnrenewed(seen) ? since : reply, reply, true);
    }

    /** Unchanged, or changed only by the revocation of the very record that was being watched. */
    private boolean isUnrenewed(CasRecord seen) {
      return seen.equals(record)
          || (seen.mark() == Mark.REVOKED
              && seen.owner().equals(record.owner())
              && seen.version() == record.version() + 1);
    }
  }

  /**
   * Notes what a read showed.
   *
   * @param seen a record that is held or revoked
   * @param reply when the answer was there
   */
  Watch look(LeaseName name, CasRecord seen, long reply) {
    lock.lock();
    try {
      Watch before = watches.get(name);
      Watch watch = before == null ? new Watch(seen, reply, reply, true) : before.next(seen, reply);
      dropIdle(reply);
      if (before == null && watches.size() >= MAX_NAMES && !dropEldest(reply)) {
        return new Watch(seen, reply, reply, false);
      }
      watches.put(name, watch);
      return watch;
    } finally {
      lock.unlock();
    }
  }

  /** The name is vacant, or ours. */
  void forget(LeaseName name) {
    lock.lock();
    try {
      watches.remove(name);
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return watches.size();
    } finally {
      lock.unlock();
    }
  }

  private void dropIdle(long now) {
    Iterator<Watch> eldestFirst = watches.values().iterator();
    while (eldestFirst.hasNext() && now - eldestFirst.next().now() > IDLE.toNanos()) {
      eldestFirst.remove();
    }
  }

  /**
   * Makes room if nobody asks about the eldest any more. Dropping one that is still asked about
   * could go round for ever, with no watch ever long enough.
   */
  private boolean dropEldest(long now) {
    Iterator<Watch> eldestFirst = watches.values().iterator();
    Watch eldest = eldestFirst.next();
    if (now - eldest.now() <= 2 * eldest.record().ttl().toNanos()) {
      return false;
    }
    eldestFirst.remove();
    return true;
  }
}
