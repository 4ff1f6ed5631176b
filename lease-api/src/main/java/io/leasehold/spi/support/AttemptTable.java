package io.leasehold.spi.support;

import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The attempts whose compare-and-set may still be under way, each with the record it was based on,
 * and the attempts that were abandoned lately.
 *
 * <p>Bounded: an attempt is dropped when its answer is definite or its abandon certain, and at
 * {@link #MAX_OPEN} open ones a new attempt is refused; dropping an open one would lose the only
 * proof that it is dead. After {@link #FORGOTTEN} nobody asks for that proof any more: then old
 * ones make room, or a store that came back after a long outage would be refused for ever.
 * Abandoned ones are remembered for {@link #REMEMBERED}, against an attempt that is held up before
 * it gets here.
 */
final class AttemptTable {

  static final int MAX_OPEN = 10_000;
  static final int MAX_ABANDONED = 10_000;
  static final Duration REMEMBERED = Duration.ofMinutes(10);

  /** An engine repeats an abandon for ten minutes. */
  static final Duration FORGOTTEN = Duration.ofMinutes(20);

  /** What {@link #begin} says of an attempt. */
  enum Admission {
    ADMITTED,
    ABANDONED,
    REPEATED,
    FULL
  }

  /**
   * An attempt that has begun.
   *
   * @param sent false while it only reads
   * @param base what its compare-and-set expects; null: that the name was never written
   * @param since when it began
   */
  record Open(boolean sent, @Nullable CasRecord base, long since) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<OwnerToken, Open> open = new HashMap<>();
  private final Map<OwnerToken, Long> abandoned = new LinkedHashMap<>();

  Admission begin(OwnerToken owner, long now) {
    lock.lock();
    try {
      dropOld(now);
      if (abandoned.containsKey(owner)) {
        return Admission.ABANDONED;
      }
      if (open.containsKey(owner)) {
        return Admission.REPEATED;
      }
      if (open.size() >= MAX_OPEN) {
        open.values().removeIf(old -> now - old.since() > FORGOTTEN.toNanos());
      }
      if (open.size() >= MAX_OPEN) {
        return Admission.FULL;
      }
      open.put(owner, new Open(false, null, now));
      return Admission.ADMITTED;
    } finally {
      lock.unlock();
    }
  }

  /** Notes the base just before sending; false if an abandon was faster: then nothing is sent. */
  boolean send(OwnerToken owner, @Nullable CasRecord base) {
    lock.lock();
    try {
      Open reading = open.get(owner);
      return reading != null
          && !reading.sent()
          && open.replace(owner, reading, new Open(true, base, reading.since()));
    } finally {
      lock.unlock();
    }
  }

  /** The attempt's answer is definite. */
  void settle(OwnerToken owner) {
    lock.lock();
    try {
      open.remove(owner);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Forbids the attempt from now on.
   *
   * @return what may be under way: null if nothing can be, else the sent attempt, which stays until
   *     {@link #settle}
   */
  @Nullable Open abandon(OwnerToken owner, long now) {
    lock.lock();
    try {
      dropOld(now);
      abandoned.putIfAbsent(owner, now);
      Open found = open.get(owner);
      if (found != null && !found.sent()) {
        open.remove(owner);
        return null;
      }
      return found;
    } finally {
      lock.unlock();
    }
  }

  int openSize() {
    lock.lock();
    try {
      return open.size();
    } finally {
      lock.unlock();
    }
  }

  private void dropOld(long now) {
    Iterator<Long> eldestFirst = abandoned.values().iterator();
    while (eldestFirst.hasNext()) {
      long since = eldestFirst.next();
      if (now - since <= REMEMBERED.toNanos() && abandoned.size() < MAX_ABANDONED) {
        return;
      }
      eldestFirst.remove();
    }
  }
}
