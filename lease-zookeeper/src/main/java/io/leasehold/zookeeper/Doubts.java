package io.leasehold.zookeeper;

import io.leasehold.spi.Cause;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.Subscription;
import io.leasehold.spi.SuspectListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes on what became of a session to those who rely on the leases in it. */
final class Doubts {

  private final List<Entry> listeners = new CopyOnWriteArrayList<>();

  /** Compared by identity, so that each subscription ends by itself. */
  private static final class Entry {
    private final SuspectListener listener;

    Entry(SuspectListener listener) {
      this.listener = listener;
    }
  }

  Subscription add(SuspectListener listener) {
    Entry entry = new Entry(listener);
    listeners.add(entry);
    return () -> listeners.remove(entry);
  }

  void tell(Iterable<OwnerToken> owners, Cause cause) {
    for (Entry entry : listeners) {
      for (OwnerToken owner : owners) {
        entry.listener.suspect(owner, cause);
      }
    }
  }
}
