package io.leasehold.zookeeper;

import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.OwnerToken;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
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
  private final LeaseClock clock;

  Attempts(LeaseClock clock) {
    this.clock = clock;
  }

  /** An attempt is about to be sent; false if it was abandoned before. */
  boolean begin(OwnerToken owner, Tenancy tenancy) {
    if (all.putIfAbsent(owner, new Sent(tenancy, false, 0)) != null) {
      return false;
    }
    tenancy.owners().add(owner);
    return true;
  }

  /** It was granted. */
  void granted(OwnerToken owner, Tenancy tenancy) {
    all.replace(owner, new Sent(tenancy, false, 0), new Sent(tenancy, true, 0));
  }

  /** It holds nothing and never will. */
  void over(OwnerToken owner) {
    Sent sent = all.remove(owner);
    leave(owner, sent);
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
