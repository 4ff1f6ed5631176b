package io.leasehold.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The open leases of a client: strong references, so that a lease lives without its handle. */
final class Registry {

  private final Set<HeldLease> open = ConcurrentHashMap.newKeySet();

  void add(HeldLease lease) {
    open.add(lease);
  }

  void remove(HeldLease lease) {
    open.remove(lease);
  }

  List<HeldLease> all() {
    return new ArrayList<>(open);
  }

  int size() {
    return open.size();
  }
}
