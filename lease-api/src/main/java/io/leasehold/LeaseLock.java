package io.leasehold;

import java.util.Optional;
import java.util.concurrent.locks.Lock;

/**
 * A lease seen as a {@link Lock}, for code that is written against that interface. Re-entrant per
 * thread, on the client side only, with the same fencing token for every re-entry. Prefer {@link
 * LeaseClient#withLease}: a Lock cannot tell its holder that it is gone.
 *
 * <p>Once the lease is lost, re-entry and the outermost {@link #unlock()} throw {@link
 * LeaseLostException}. {@link #newCondition()} is not supported.
 */
public interface LeaseLock extends Lock {

  /** The lease behind the lock if the calling thread holds it, lost or not; else empty. */
  Optional<Lease> current();
}
