package io.leasehold;

/**
 * Work to be done under a lease that has a result.
 *
 * @param <T> the result
 * @param <E> what it may throw
 */
@FunctionalInterface
public interface LeaseCall<
    T extends @org.jspecify.annotations.Nullable Object, E extends Exception> {

  /** Does the work. The thread is interrupted if the lease is lost meanwhile. */
  T call(Lease lease) throws E;
}
