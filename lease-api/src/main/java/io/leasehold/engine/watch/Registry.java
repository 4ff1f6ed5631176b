package io.leasehold.engine.watch;

import io.leasehold.engine.lease.HeldLease;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The open leases of a client: strong references, so that a lease lives without its handle. */
public final class Registry {

  private final Set<HeldLease> open = ConcurrentHashMap.newKeySet();

  private volatile Consumer<HeldLease> removed = lease -> {};

  public void add(HeldLease lease) {
    open.add(lease);
  }

  public void remove(HeldLease lease) {
    if (open.remove(lease)) {
      removed.accept(lease);
    }
  }

  /** Who else has to forget a lease that is removed; said once, before there is any. */
  public void whenRemoved(Consumer<HeldLease> action) {
    removed = action;
  }

  public List<HeldLease> all() {
    return new ArrayList<>(open);
  }

  public int size() {
    return open.size();
  }
}
