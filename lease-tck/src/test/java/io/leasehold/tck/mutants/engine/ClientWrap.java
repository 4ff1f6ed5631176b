package io.leasehold.tck.mutants.engine;

import io.leasehold.HolderInfo;
import io.leasehold.Lease;
import io.leasehold.LeaseCall;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseLock;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseTask;
import io.leasehold.spi.BackendTraits;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.fixture.ClientSettings;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Passes everything on; a mutant overrides what it breaks. */
class ClientWrap implements LeaseClient {

  final LeaseClient real;

  ClientWrap(LeaseClient real) {
    this.real = real;
  }

  /** Clients whose every lease is broken in this way. */
  static ClientFactory leases(UnaryOperator<Lease> breaks) {
    return clients(
        real ->
            new ClientWrap(real) {
              @Override
              Lease broken(Lease lease) {
                return breaks.apply(lease);
              }
            });
  }

  /** Clients that are broken in this way. */
  static ClientFactory clients(UnaryOperator<LeaseClient> breaks) {
    return settings -> breaks.apply(settings.open());
  }

  /** Clients of Leasehold's engine with other settings than the kit asked for. */
  static ClientFactory settings(UnaryOperator<ClientSettings> breaks) {
    return settings -> breaks.apply(settings).open();
  }

  /** What happens to every lease on its way to the application. */
  Lease broken(Lease lease) {
    return lease;
  }

  @Override
  public <E extends Exception> void withLease(LeaseRequest request, LeaseTask<E> task)
      throws E, InterruptedException {
    real.withLease(request, lease -> task.run(broken(lease)));
  }

  @Override
  public <T extends @Nullable Object, E extends Exception> T callWithLease(
      LeaseRequest request, LeaseCall<T, E> call) throws E, InterruptedException {
    return real.callWithLease(request, lease -> call.call(broken(lease)));
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> withLeaseAsync(
      LeaseRequest request, Executor executor, Function<Lease, CompletionStage<T>> work) {
    return real.withLeaseAsync(request, executor, lease -> work.apply(broken(lease)));
  }

  @Override
  public Lease acquire(LeaseRequest request) throws InterruptedException {
    return broken(real.acquire(request));
  }

  @Override
  public Optional<Lease> tryAcquire(LeaseRequest request) {
    return real.tryAcquire(request).map(this::broken);
  }

  @Override
  public CompletableFuture<Lease> acquireAsync(LeaseRequest request) {
    CompletableFuture<Lease> source = real.acquireAsync(request);
    CompletableFuture<Lease> told = source.thenApply(this::broken);
    var unused =
        told.whenComplete(
            (lease, error) -> {
              // The caller of a wrapped client cancels as any other; what came just then goes back.
              if (told.isCancelled()
                  && !source.cancel(true)
                  && !source.isCompletedExceptionally()) {
                source.join().release();
              }
            });
    return told;
  }

  @Override
  public LeaseLock lock(String name) {
    return real.lock(name);
  }

  @Override
  public Optional<HolderInfo> holder(String name) {
    return real.holder(name);
  }

  @Override
  public OptionalLong revoke(String name) {
    return real.revoke(name);
  }

  @Override
  public OptionalLong revokeNow(String name) {
    return real.revokeNow(name);
  }

  @Override
  public BackendTraits traits() {
    return real.traits();
  }

  @Override
  public void close() {
    real.close();
  }
}
