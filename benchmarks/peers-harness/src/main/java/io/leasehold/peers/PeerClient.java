package io.leasehold.peers;

import io.leasehold.ErrorCode;
import io.leasehold.HolderInfo;
import io.leasehold.Lease;
import io.leasehold.LeaseCall;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseInterruptedException;
import io.leasehold.LeaseLock;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseTask;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A client of a library as a {@link LeaseClient}: only what the library has. Thread-safe. */
final class PeerClient implements LeaseClient {

  private final PeerLocks locks;
  private final boolean waits;
  private final Duration poll;
  private final LeaseBackend backend;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * A client.
   *
   * @param locks the library's
   * @param waits whether it waits by itself; else it is asked again and again
   * @param poll how often
   * @param backend closed with it
   */
  PeerClient(PeerLocks locks, boolean waits, Duration poll, LeaseBackend backend) {
    this.locks = locks;
    this.waits = waits;
    this.poll = poll;
    this.backend = backend;
  }

  @Override
  public Lease acquire(LeaseRequest request) throws InterruptedException {
    return take(request, request.waitTime())
        .orElseThrow(
            () ->
                new LeaseNotAcquiredException(
                    ErrorCode.CONTENDED, "\"" + request.name() + "\": the wait has ended", null));
  }

  @Override
  public Optional<Lease> tryAcquire(LeaseRequest request) {
    try {
      return take(request, Duration.ZERO);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LeaseNotAcquiredException(ErrorCode.INTERRUPTED, "interrupted", e);
    }
  }

  private Optional<Lease> take(LeaseRequest request, Duration wait) throws InterruptedException {
    OwnThread thread = new OwnThread();
    Optional<Lease> lease = Optional.empty();
    try {
      lease =
          thread
              .call(() -> waits ? locks.take(request.name(), wait) : poll(request.name(), wait))
              .map(lock -> new PeerLease(request.name(), lock, thread));
      return lease;
    } catch (InterruptedException e) {
      throw new LeaseInterruptedException("\"" + request.name() + "\": interrupted");
    } catch (Exception e) {
      throw new LeaseNotAcquiredException(ErrorCode.UNAVAILABLE, "the library threw " + e, e);
    } finally {
      if (lease.isEmpty()) {
        thread.close();
      }
    }
  }

  private Optional<PeerLock> poll(String name, Duration wait) throws InterruptedException {
    LeaseClock clock = LeaseClock.system();
    long end = clock.nanos() + wait.toNanos();
    while (true) {
      Optional<PeerLock> lock = locks.take(name, Duration.ZERO);
      if (lock.isPresent() || clock.nanos() - end >= 0) {
        return lock;
      }
      LockSupport.parkNanos(poll.toNanos());
      if (Thread.interrupted()) {
        throw new InterruptedException("while waiting");
      }
    }
  }

  @Override
  public Optional<HolderInfo> holder(String name) {
    return backend.holder(new LeaseName(name));
  }

  @Override
  public BackendTraits traits() {
    return backend.traits();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      locks.close();
      backend.close();
    }
  }

  @Override
  public <E extends Exception> void withLease(LeaseRequest request, LeaseTask<E> task) {
    throw cannot();
  }

  @Override
  public <T extends @Nullable Object, E extends Exception> T callWithLease(
      LeaseRequest request, LeaseCall<T, E> call) {
    throw cannot();
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> withLeaseAsync(
      LeaseRequest request, Executor executor, Function<Lease, CompletionStage<T>> work) {
    throw cannot();
  }

  @Override
  public CompletableFuture<Lease> acquireAsync(LeaseRequest request) {
    throw cannot();
  }

  @Override
  public LeaseLock lock(String name) {
    throw cannot();
  }

  @Override
  public OptionalLong revoke(String name) {
    throw cannot();
  }

  @Override
  public OptionalLong revokeNow(String name) {
    throw cannot();
  }

  private static UnsupportedOperationException cannot() {
    return new UnsupportedOperationException("not put behind this adapter");
  }
}
