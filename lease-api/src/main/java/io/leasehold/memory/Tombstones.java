package io.leasehold.memory;

import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The owners that gave up, kept so long that a copy of their acquire which is still under way finds
 * itself forbidden. Bounded: each is forgotten after {@link #KEPT}. Guarded by the store's lock.
 */
final class Tombstones {

  static final Duration KEPT = Duration.ofMinutes(10);

  /** Owner to the instant of its last abandon, oldest first. */
  private final Map<OwnerToken, Long> buried = new LinkedHashMap<>();

  void bury(long now, OwnerToken owner) {
    purge(now);
    // Removed first, so that a repeated abandon moves to the end of the order.
    buried.remove(owner);
    buried.put(owner, now);
  }

  boolean forbid(long now, OwnerToken owner) {
    purge(now);
    return buried.containsKey(owner);
  }

  int size() {
    return buried.size();
  }

  void clear() {
    buried.clear();
  }

  private void purge(long now) {
    Iterator<Long> oldest = buried.values().iterator();
    while (oldest.hasNext() && now - oldest.next() >= KEPT.toNanos()) {
      oldest.remove();
    }
  }
}
