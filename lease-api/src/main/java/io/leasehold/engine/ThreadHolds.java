package io.leasehold.engine;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseRequestException;
import io.leasehold.spi.LeaseName;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which thread of this client works under which name, by withLease or a LeaseLock: a thread that
 * asked for the same name again would wait for itself.
 */
final class ThreadHolds {

  private record Hold(Thread thread, LeaseName name) {}

  private final Set<Hold> holds = ConcurrentHashMap.newKeySet();

  /**
   * @throws LeaseRequestException {@link ErrorCode#NESTED_LEASE}
   */
  void enter(LeaseName name) {
    if (!holds.add(new Hold(Thread.currentThread(), name))) {
      throw new LeaseRequestException(
          ErrorCode.NESTED_LEASE,
          "this thread already holds lease \""
              + name
              + "\" and would wait for itself; pass the Lease on instead, or use LeaseClient.lock"
              + " for re-entry");
    }
  }

  void leave(LeaseName name) {
    holds.remove(new Hold(Thread.currentThread(), name));
  }
}
