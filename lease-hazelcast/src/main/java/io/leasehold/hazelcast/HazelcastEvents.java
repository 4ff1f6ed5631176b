package io.leasehold.hazelcast;

import com.hazelcast.core.EntryEvent;
import com.hazelcast.map.IMap;
import com.hazelcast.map.listener.EntryEvictedListener;
import com.hazelcast.map.listener.EntryExpiredListener;
import com.hazelcast.map.listener.EntryRemovedListener;
import com.hazelcast.map.listener.EntryUpdatedListener;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.Subscription;
import io.leasehold.spi.SuspectListener;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Listens to the map for this client: wakes its waiters, and tells who doubts a grant. Events are
 * hints: they can be lost, and nothing is decided by them.
 */
final class HazelcastEvents {

  private final String client;
  private final HazelcastWakeups wakeups;
  private final List<SuspectListener> suspecting = new CopyOnWriteArrayList<>();

  HazelcastEvents(String client, HazelcastWakeups wakeups) {
    this.client = client;
    this.wakeups = wakeups;
  }

  /** Registers with the members; blocks. */
  List<UUID> listen(IMap<String, Object> map) {
    UUID changes =
        map.addEntryListener(
            (EntryUpdatedListener<String, Object>) this::changed,
            new ClientEvents(client, false),
            true);
    UUID removals = map.addEntryListener(new Removals(), new ClientEvents(client, true), true);
    return List.of(changes, removals);
  }

  private final class Removals
      implements EntryRemovedListener<String, Object>,
          EntryEvictedListener<String, Object>,
          EntryExpiredListener<String, Object> {
    @Override
    public void entryRemoved(EntryEvent<String, Object> event) {
      suspect(event.getOldValue(), "was removed from the map");
    }

    @Override
    public void entryEvicted(EntryEvent<String, Object> event) {
      suspect(event.getOldValue(), "was evicted from the map");
    }

    @Override
    public void entryExpired(EntryEvent<String, Object> event) {
      suspect(event.getOldValue(), "has expired in the map");
    }
  }

  private void changed(EntryEvent<String, Object> event) {
    LeaseRecord record = read(event.getValue());
    if (record == null) {
      return;
    }
    if (!record.isHeld() && record.wake().equals(client)) {
      wakeups.woken(new LeaseName(event.getKey()));
    }
    if (record.state() == LeaseRecord.REVOKED) {
      suspect(event.getValue(), "was revoked");
    } else if (record.state() == LeaseRecord.TAKEN) {
      suspect(event.getValue(), "was taken from its holder");
    }
  }

  private void suspect(@Nullable Object value, String what) {
    LeaseRecord record = read(value);
    if (record == null || !record.client().equals(client)) {
      return;
    }
    OwnerToken owner = OwnerToken.parse(record.owner());
    Cause cause = Cause.of(Cause.Kind.UNAVAILABLE, "the lease's record " + what);
    suspecting.forEach(listener -> listener.suspect(owner, cause));
  }

  private static @Nullable LeaseRecord read(@Nullable Object value) {
    return value == null ? null : LeaseRecord.read(value);
  }

  Subscription onSuspect(SuspectListener listener) {
    suspecting.add(listener);
    return () -> suspecting.remove(listener);
  }
}
