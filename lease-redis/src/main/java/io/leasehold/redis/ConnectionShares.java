package io.leasehold.redis;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Who may have how many of the pool's connections at once, first come first served. Two hundred
 * callers who acquire over a slow line would else stand in front of the renewal that keeps all held
 * leases, and of the releases that give the connections back their use. So renewals always find a
 * connection, and what ends a lease finds one whatever is being acquired.
 *
 * <p>Of n connections renewals may have n, releases and abandons n - 1, everything else n - 2; one
 * at least. So with one connection nothing is kept for anybody, and with two nothing for releases.
 */
final class ConnectionShares {

  /** What a connection is for. */
  enum Purpose {
    /** Keeps a lease. */
    RENEWAL,
    /** Ends a lease, or an attempt to get one, or tells who waits for it. */
    END,
    /** The rest, of which there may be any number: somebody waits for each, and may be refused. */
    OTHER
  }

  private final @Nullable Semaphore allButRenewals;
  private final @Nullable Semaphore others;

  /**
   * Shares so many.
   *
   * @param connections negative for any number
   */
  ConnectionShares(int connections) {
    this.allButRenewals = connections < 0 ? null : fair(connections - 1);
    this.others = connections < 0 ? null : fair(connections - 2);
  }

  private static Semaphore fair(int permits) {
    return new Semaphore(Math.max(1, permits), true);
  }

  /**
   * Waits for a turn; {@link #giveBack} ends it.
   *
   * @return whether it came within the bound
   * @throws InterruptedException if the thread is interrupted and would have to wait
   */
  boolean take(Purpose purpose, CallBound bound) throws InterruptedException {
    boolean other = purpose == Purpose.OTHER;
    if (other && !taken(others, bound)) {
      return false;
    }
    boolean done = false;
    try {
      done = purpose == Purpose.RENEWAL || taken(allButRenewals, bound);
      return done;
    } finally {
      if (other && !done) {
        release(others);
      }
    }
  }

  void giveBack(Purpose purpose) {
    if (purpose != Purpose.RENEWAL) {
      release(allButRenewals);
    }
    if (purpose == Purpose.OTHER) {
      release(others);
    }
  }

  private static boolean taken(@Nullable Semaphore share, CallBound bound)
      throws InterruptedException {
    if (share == null) {
      return true;
    }
    if (Thread.currentThread().isInterrupted()) { // it may still release, but not stand in a line
      if (share.tryAcquire()) {
        return true;
      }
      throw new InterruptedException("no connection was free");
    }
    return share.tryAcquire(bound.left().toNanos(), TimeUnit.NANOSECONDS);
  }

  private static void release(@Nullable Semaphore share) {
    if (share != null) {
      share.release();
    }
  }
}
