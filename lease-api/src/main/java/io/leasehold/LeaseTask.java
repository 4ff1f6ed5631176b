package io.leasehold;

/**
 * Work to be done under a lease.
 *
 * @param <E> what it may throw
 */
@FunctionalInterface
public interface LeaseTask<E extends Exception> {

  /** Does the work. The thread is interrupted if the lease is lost meanwhile. */
  void run(Lease lease) throws E;
}
