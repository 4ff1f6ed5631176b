package io.leasehold.zookeeper;

import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.OwnerToken;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * In which session each attempt of this client was sent, for as long as it may hold something; and
 * which were abandoned, for ten minutes. Thread-safe.
 */
final class Attempts {

  private static final long BARRED_NANOS = TimeUnit.MINUTES.toNanos(10);

  /**
   * What is known of one attempt.
   *
   * @param tenancy where it was sent; null if it was abandoned
   * @param answered whether its answer came, so that nothing of it is under way
   * @param at when it was abandoned
   */
  record Sent(@Nullable Tenancy tenancy, boolean answered, long at) {}

  private final Map<OwnerToken, Sent> all = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final LeaseClock clock;

  Attempts(LeaseClock clock) {
    this.clock = clock;
  }

  /**
   * Sends an attempt, unless it was sent or abandoned before. An abandon comes before that or after
   * it, never in between: what it sends in the same session then follows the attempt.
   *
   * @param send puts the request on its way; must not block
   * @return what send returned; empty if it did not run
   */
  <T> Optional<T> begin(OwnerToken owner, Tenancy tenancy, Supplier<T> send) {
    lock.lock();
    try {
      if (all.putIfAbsent(owner, new Sent(tenancy, false, 0)) != null) {
        return Optional.empty();
      }
      tenancy.owners().add(owner);
      return Optional.of(send.get());
    } finally {
      lock.unlock();
    }
  }

  /** Sends it again after the store has refused it; not if it was abandoned meanwhile. */
  <T> Optional<T> repeat(OwnerToken owner, Supplier<T> send) {
    lock.lock();
    try {
      Sent sent = all.get(owner);
      return sent == null || sent.tenancy == null ? Optional.empty() : Optional.of(send.get());
    } finally {
      lock.unlock();
    }
  }

  /** Where an attempt was sent that is to be abandoned; if nowhere, it never will be: empty. */
  Optional<Sent> sentBeforeAbandon(OwnerToken owner) {
    lock.lock();
    try {
      Sent sent = all.get(owner);
      if (sent == null || sent.tenancy == null) {
        abandoned(owner);
        return Optional.empty();
      }
      return Optional.of(sent);
    } finally {
      lock.unlock();
    }
  }

  /** It was granted. */
  void granted(OwnerToken owner, Tenancy tenancy) {
    all.replace(owner, new Sent(tenancy, false, 0), new Sent(tenancy, true, 0));
  }

  /** It holds nothing and never will. */
  void over(OwnerToken owner) {
    Sent sent = all.get(owner);
    if (sent != null && sent.tenancy != null && all.remove(owner, sent)) {
      leave(owner, sent); // what was abandoned meanwhile stays barred
    }
  }

  /** The same, and it must not be sent later. */
  void abandoned(OwnerToken owner) {
    Sent sent = all.put(owner, new Sent(null, true, clock.nanos()));
    leave(owner, sent);
  }

  private static void leave(OwnerToken owner, @Nullable Sent sent) {
    if (sent != null && sent.tenancy != null) {
      sent.tenancy.owners().remove(owner);
    }
  }

  /** What is known of an attempt; null if nothing is. */
  @Nullable Sent find(OwnerToken owner) {
    return all.get(owner);
  }

  /** Forgets what was abandoned long ago. */
  void tidy() {
    long now = clock.nanos();
    all.values().removeIf(sent -> sent.tenancy == null && now - sent.at > BARRED_NANOS);
  }
}
