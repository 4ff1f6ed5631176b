package io.leasehold.engine;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseRequestException;
import io.leasehold.spi.LeaseName;
import java.util.HashSet;
import java.util.Set;

/**
 * Which thread of this client works under which name, by withLease or a LeaseLock: a thread that
 * asked for the same name again would wait for itself.
 */
final class ThreadHolds {

  /** Ends with its thread. */
  private final ThreadLocal<Set<LeaseName>> holds = ThreadLocal.withInitial(HashSet::new);

  /**
   * @throws LeaseRequestException {@link ErrorCode#NESTED_LEASE}
   */
  void enter(LeaseName name) {
    if (!holds.get().add(name)) {
      throw new LeaseRequestException(
          ErrorCode.NESTED_LEASE,
          "this thread already holds lease \""
              + name
              + "\" and would wait for itself; pass the Lease on instead, or use LeaseClient.lock"
              + " for re-entry");
    }
  }

  void leave(LeaseName name) {
    Set<LeaseName> mine = holds.get();
    mine.remove(name);
    if (mine.isEmpty()) {
      holds.remove();
    }
  }
}
