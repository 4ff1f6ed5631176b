package io.leasehold;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseBackend;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes leases from one store. Thread-safe; one per application and store is enough. Closing it
 * ends every lease it holds. A client that is not closed keeps its threads, and its leases stay
 * taken for one ttl after the process has ended.
 */
public interface LeaseClient extends AutoCloseable {

  /**
   * Connects to the store named by the system property {@code leasehold.uri} or the environment
   * variable {@code LEASEHOLD_URI}, else to the one backend on the classpath at its default
   * address.
   *
   * @throws LeaseConfigurationException if there is no choice, more than one, or a broken one
   * @throws io.leasehold.spi.BackendUnavailableException if the store does not answer
   */
  static LeaseClient open() {
    return builder().open();
  }

  /**
   * Connects to a store.
   *
   * <p>{@code memory:name}: one store for all clients of this JVM that give the name; {@code
   * memory:}: a store of this client alone, it excludes no other client.
   *
   * @param uri for instance {@code redis://localhost:6379} or {@code memory:name}
   * @throws LeaseConfigurationException if no backend serves it or the store refuses
   * @throws io.leasehold.spi.BackendUnavailableException if the store does not answer
   */
  static LeaseClient open(String uri) {
    return builder().uri(uri).open();
  }

  /**
   * Uses a backend made by the caller.
   *
   * @param backend closed with the client
   */
  static LeaseClient open(LeaseBackend backend) {
    return builder().backend(backend).open();
  }

  /** Starts a client with settings other than the defaults. */
  static LeaseClientBuilder builder() {
    return new LeaseClientBuilder();
  }

  /** {@link #withLease(LeaseRequest, LeaseTask)} with the defaults. */
  default <E extends Exception> void withLease(String name, LeaseTask<E> task)
      throws E, InterruptedException {
    withLease(LeaseRequest.of(name), task);
  }

  /**
   * Acquires, renews while the task runs, interrupts it if the lease is lost, and releases.
   *
   * <p>After a loss the task's own exception is thrown if it threw one (with the loss attached),
   * else {@link LeaseLostException}. A failed release never hides the task's exception. A nested
   * call for the same name on the same thread is refused.
   *
   * <p>The interrupt flag is kept in every case, because nobody can tell a loss's interrupt from
   * another that came with it: who tries again on this thread after a loss clears the flag first
   * ({@link Thread#interrupted()}). An interrupt that comes while the attempt is under way that is
   * granted does not keep the task from running: it runs with the flag set.
   *
   * @throws E what the task throws
   * @throws LeaseInterruptedException if interrupted while waiting for the lease
   * @throws LeaseNotAcquiredException if the wait ended
   * @throws LeaseLostException if the lease was lost before the task ended
   * @throws LeaseRequestException if the request cannot work, or {@link ErrorCode#NESTED_LEASE}
   */
  <E extends Exception> void withLease(LeaseRequest request, LeaseTask<E> task)
      throws E, InterruptedException;

  /** {@link #callWithLease(LeaseRequest, LeaseCall)} with the defaults. */
  default <T extends @Nullable Object, E extends Exception> T callWithLease(
      String name, LeaseCall<T, E> call) throws E, InterruptedException {
    return callWithLease(LeaseRequest.of(name), call);
  }

  /**
   * {@link #withLease(LeaseRequest, LeaseTask)} with a result. A result that is an unfinished
   * future, a publisher or a stream would give the lease back before the work has ended, so it is
   * refused: see {@link #withLeaseAsync}. Known by name are the types of Reactor, RxJava 2 and 3,
   * Mutiny, Vert.x and Kotlin's coroutines.
   *
   * @throws E what the call throws
   * @throws LeaseException {@link ErrorCode#UNFINISHED_RESULT}, and what withLease throws
   */
  <T extends @Nullable Object, E extends Exception> T callWithLease(
      LeaseRequest request, LeaseCall<T, E> call) throws E, InterruptedException;

  /**
   * Acquires without blocking, starts the work on the executor, and holds the lease until the stage
   * that it returns has completed. On loss the returned future completes with {@link
   * LeaseLostException}, whatever the work does.
   */
  <T extends @Nullable Object> CompletableFuture<T> withLeaseAsync(
      LeaseRequest request, Executor executor, Function<Lease, CompletionStage<T>> work);

  /** {@link #acquire(LeaseRequest)} with the defaults. */
  default Lease acquire(String name) throws InterruptedException {
    return acquire(LeaseRequest.of(name));
  }

  /**
   * Acquires, waiting as long as the request says. Waiters of one name in one client are served in
   * their order. Returning without an exception always means held.
   *
   * <p>An interrupt ends the wait, and no call that is under way: that has its own bound. If this
   * very call is granted, the lease is returned and the flag stays set.
   *
   * @throws LeaseInterruptedException if interrupted; nothing is held and nothing is left behind
   * @throws LeaseNotAcquiredException if the wait ended; the code says why
   * @throws LeaseRequestException if the request cannot work
   */
  Lease acquire(LeaseRequest request) throws InterruptedException;

  /** {@link #tryAcquire(LeaseRequest)} with the defaults. */
  default Optional<Lease> tryAcquire(String name) {
    return tryAcquire(LeaseRequest.of(name));
  }

  /**
   * Makes one attempt, whatever wait the request has.
   *
   * @return empty if somebody else holds the lease; also, without asking the store, if other
   *     callers of this client wait for it
   * @throws LeaseNotAcquiredException if the store gave no useful answer
   * @throws LeaseRequestException if the request cannot work
   */
  Optional<Lease> tryAcquire(LeaseRequest request);

  /**
   * Acquires without blocking. Cancelling the future gives back whatever was or will be granted; a
   * lease that is granted but whose future nobody looks at is renewed like any other.
   *
   * <p>What follows on the future without an executor of its own ({@code thenAccept}, not {@code
   * thenAcceptAsync}) runs on threads of the client, 256 at a time. It should not block: while 256
   * of them do, no further future of the client completes, not even one that they wait for.
   *
   * @return completes with the lease, or with what {@link #acquire} throws; at the latest when the
   *     wait and two call timeouts have passed
   * @throws LeaseRequestException at once, not by the future, if the request cannot work
   * @throws LeaseNotAcquiredException at once, if the client is closed already
   */
  CompletableFuture<Lease> acquireAsync(LeaseRequest request);

  /** A {@link java.util.concurrent.locks.Lock} on a name, with the defaults of this client. */
  LeaseLock lock(String name);

  /**
   * Who holds a lease: a linearizable read. An interrupt does not stop it and is kept.
   *
   * @return empty if nobody does
   * @throws LeaseException {@link ErrorCode#UNAVAILABLE} if the store did not answer
   */
  Optional<HolderInfo> holder(String name);

  /**
   * Asks the holder to let go: its renewals are refused, it loses the lease as REVOKED, and the
   * name is free when it lets go or its ttl ends. An interrupt does not stop it and is kept.
   *
   * @return a barrier token above the revoked holder's and below every later one; empty if nobody
   *     held the lease
   * @throws LeaseException {@link ErrorCode#REVOKE_UNKNOWN}, {@link ErrorCode#REFUSED}, {@link
   *     ErrorCode#MISCONFIGURED}
   */
  OptionalLong revoke(String name);

  /**
   * Frees the name at once. <b>This breaks exclusion</b> until the holder notices: keep it out with
   * the barrier token.
   *
   * @return as {@link #revoke}
   * @throws LeaseException as {@link #revoke}
   */
  OptionalLong revokeNow(String name);

  /** What the backend declares of itself. */
  BackendTraits traits();

  /**
   * Refuses new calls, fails waiters, ends the validity of every lease, releases them in parallel,
   * tells CLIENT_CLOSED, and returns within its bound (by default three call timeouts and a
   * second). Idempotent.
   */
  @Override
  void close();
}
