package io.leasehold.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.map.IMap;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The instance, its map of leases, and what has to be undone at the end. */
final class HazelcastStore {

  /** A member that leaves hands over its records first. */
  static final Duration CLOSE_BOUND = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  private final HazelcastInstance instance;
  private final boolean ours;
  private final IMap<String, Object> map;
  private final LeaseClock clock;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile List<UUID> entryListeners = List.of();
  private volatile @Nullable UUID lifecycleListener;

  /**
   * @param ours false for an instance of the application: it is not shut down
   */
  HazelcastStore(HazelcastInstance instance, boolean ours, String map, LeaseClock clock) {
    this.instance = instance;
    this.ours = ours;
    this.map = instance.getMap(map);
    this.clock = clock;
  }

  IMap<String, Object> map() {
    return map;
  }

  LeaseClock clock() {
    return clock;
  }

  /** Notes what was registered, and asks to be told when a lost connection is back. */
  void listening(List<UUID> listeners, Runnable back) {
    entryListeners = listeners;
    lifecycleListener =
        instance
            .getLifecycleService()
            .addLifecycleListener(
                event -> {
                  LifecycleState state = event.getState();
                  if (state == LifecycleState.CLIENT_CONNECTED || state == LifecycleState.MERGED) {
                    back.run();
                  }
                });
  }

  /** The member that decides about a name; empty while nobody knows. */
  Object domain(LeaseName name) {
    Member owner = instance.getPartitionService().getPartition(name.value()).getOwner();
    return owner == null ? "" : owner.getUuid();
  }

  /** Ends the instance if it is ours, else what was registered with it. */
  void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      Boolean unused =
          Bounded.within(
              CLOSE_BOUND,
              "close",
              () -> {
                end();
                return true;
              });
    } catch (CallFailedException | RuntimeException e) {
      LOG.warn("a Hazelcast instance was not closed in order", e);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void end() {
    if (ours) {
      instance.shutdown();
      return;
    }
    UUID lifecycle = lifecycleListener;
    if (lifecycle != null) {
      instance.getLifecycleService().removeLifecycleListener(lifecycle);
    }
    entryListeners.forEach(map::removeEntryListener);
  }
}
