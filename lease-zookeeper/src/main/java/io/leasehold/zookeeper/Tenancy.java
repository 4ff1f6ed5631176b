package io.leasehold.zookeeper;

import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A session and what this client has in it. It is the cookie of its grants and their renewal
 * domain: what is in one session stands and falls together. Thread-safe.
 */
final class Tenancy {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final LeaseSession session;
  private final Duration asked;
  private final Set<OwnerToken> owners = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private long progressAt;
  private boolean givenUp;

  /**
   * A session for leases of one ttl.
   *
   * @param session just made
   * @param asked the ttl
   * @param now of the clock
   */
  Tenancy(LeaseSession session, Duration asked, long now) {
    this.session = session;
    this.asked = asked;
    this.progressAt = now;
  }

  LeaseSession session() {
    return session;
  }

  /** The ttl that was asked for. */
  Duration asked() {
    return asked;
  }

  /** The acquisitions in it that may hold something. */
  Set<OwnerToken> owners() {
    return owners;
  }

  /** Somebody asked for a lease: reason enough to keep a session in which nobody holds one. */
  void asked(long begin) {
    if (owners.isEmpty()) {
      boolean unused = progressed(begin);
    }
  }

  /**
   * A lease in it was granted or renewed by a call that began then.
   *
   * @return false if it was given up meanwhile: then that lease ends with the session
   */
  boolean progressed(long begin) {
    lock.lock();
    try {
      progressAt = begin - progressAt > 0 ? begin : progressAt;
      return !givenUp;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives it up for good if all its leases have run out, because for one ttl nobody has renewed
   * any. A call that is under way then learns of it by {@link #progressed}.
   *
   * @return whether it is given up
   */
  boolean giveUpIfStale(long now) {
    lock.lock();
    try {
      givenUp = givenUp || isStale(now);
      return givenUp;
    } finally {
      lock.unlock();
    }
  }

  private boolean isStale(long now) {
    long longest = Math.max(asked.toNanos(), session.timeout().toNanos());
    if (!session.isReady()) {
      // Nobody holds anything in it; it may be hard to connect just now.
      return now - progressAt > longest + PATIENCE_NANOS;
    }
    return now - progressAt > longest && now - session.readyAt() > longest;
  }

  /** Gives it up for good if no lease is in it. */
  boolean giveUpIfUnused() {
    lock.lock();
    try {
      givenUp = givenUp || owners.isEmpty();
      return givenUp;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return session.toString();
  }
}
