package io.leasehold.engine.watch;

import io.leasehold.engine.lease.HeldLease;
import io.leasehold.spi.OwnerToken;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The open leases of a client: strong references, so that a lease lives without its handle. */
public final class Registry {

  private final ConcurrentMap<OwnerToken, HeldLease> open = new ConcurrentHashMap<>();

  private volatile Consumer<HeldLease> removed = lease -> {};

  public void add(HeldLease lease) {
    open.put(lease.grant.owner(), lease);
  }

  public void remove(HeldLease lease) {
    if (open.remove(lease.grant.owner(), lease)) {
      removed.accept(lease);
    }
  }

  /** Who else has to forget a lease that is removed; said once, before there is any. */
  public void whenRemoved(Consumer<HeldLease> action) {
    removed = action;
  }

  public List<HeldLease> all() {
    return new ArrayList<>(open.values());
  }

  /** The open lease of an acquisition; null if there is none. */
  public @Nullable HeldLease of(OwnerToken owner) {
    return open.get(owner);
  }

  public int size() {
    return open.size();
  }
}
