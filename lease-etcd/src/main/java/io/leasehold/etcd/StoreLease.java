package io.leasehold.etcd;

import io.leasehold.spi.OwnerToken;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A lease of the store, which carries one key at most. Thread-safe.
 *
 * <p>A retired one is never used again for another key: something that was sent with it may still
 * be under way.
 */
final class StoreLease {

  private final long id;
  private final long ttlSeconds;
  private final AtomicReference<@Nullable OwnerToken> user;
  private final AtomicReference<@Nullable Answered> answered = new AtomicReference<>();
  private volatile long aliveSince;
  private volatile boolean retired;

  /**
   * @param id its number at the store
   * @param ttlSeconds what the store granted
   * @param sentAt when the request was sent that made it, on the backend's clock
   * @param user the attempt that it is for
   */
  StoreLease(long id, long ttlSeconds, long sentAt, OwnerToken user) {
    this.id = id;
    this.ttlSeconds = ttlSeconds;
    this.aliveSince = sentAt;
    this.user = new AtomicReference<>(user);
  }

  long id() {
    return id;
  }

  long ttlSeconds() {
    return ttlSeconds;
  }

  /** The instant from which its ttl provably runs. */
  long aliveSince() {
    return aliveSince;
  }

  /** A keepalive sent at that instant was confirmed. */
  void keptAlive(long sentAt) {
    if (sentAt - aliveSince > 0) { // of two answers at once either may win: both are true
      aliveSince = sentAt;
    }
  }

  /**
   * A keepalive that was answered, but not confirmed yet.
   *
   * @param sentAt before it was sent
   * @param term the raft term before it was carried out
   */
  record Answered(long sentAt, long term) {}

  Answered answered(long sentAt, long term) {
    Answered fresh = new Answered(sentAt, term);
    answered.set(fresh);
    return fresh;
  }

  @Nullable Answered answered() {
    return answered.get();
  }

  /** It is confirmed, or it never will be. */
  void judged(Answered one) {
    answered.compareAndSet(one, null);
  }

  /** Whether that attempt uses it. */
  boolean isUsedBy(OwnerToken owner) {
    return owner.equals(user.get());
  }

  /** Takes it for an attempt; false if it must not be used. */
  boolean useFor(OwnerToken owner) {
    // In this order: retireFrom sets the mark first and looks at the user afterwards.
    answered.set(null);
    return user.compareAndSet(null, owner) && !retired;
  }

  /** Its key is gone; false if it must not be used again. */
  boolean letGo(OwnerToken owner) {
    OwnerToken present = user.get();
    return owner.equals(present) && user.compareAndSet(present, null) && !retired;
  }

  void retire() {
    retired = true;
  }

  /** Retires it for good; false if the attempt does not use it any more. */
  boolean retireFrom(OwnerToken owner) {
    retired = true;
    return isUsedBy(owner);
  }
}
