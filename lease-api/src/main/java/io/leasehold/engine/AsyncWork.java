package io.leasehold.engine;

import io.leasehold.Lease;
import io.leasehold.LeaseLostException;
import io.leasehold.Loss;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Work that goes on after its method has returned. */
final class AsyncWork {

  private AsyncWork() {}

  static <T extends @Nullable Object> CompletableFuture<T> run(
      CompletableFuture<Lease> acquiring,
      Executor executor,
      Function<Lease, CompletionStage<T>> call) {
    CompletableFuture<T> result = new CompletableFuture<>();
    // A result that is cancelled early cancels the acquire. Later it does not lead to the lease any
    // more: else a result that is kept would hide that the work was dropped.
    AtomicReference<@Nullable Future<Lease>> early = new AtomicReference<>(acquiring);
    var unusedEarly =
        result.whenComplete(
            (value, error) -> {
              Future<Lease> waiting = early.getAndSet(null);
              if (waiting != null) {
                waiting.cancel(false);
              }
            });
    var unusedWork =
        acquiring.whenComplete(
            (lease, error) -> {
              early.set(null);
              if (error != null) {
                result.completeExceptionally(error);
              } else {
                start(lease, executor, call, result);
              }
            });
    return result;
  }

  /** An executor that takes nothing must not leave a lease that nobody works under. */
  @SuppressWarnings("CatchThrowable")
  private static <T extends @Nullable Object> void start(
      Lease lease,
      Executor executor,
      Function<Lease, CompletionStage<T>> call,
      CompletableFuture<T> result) {
    // Before the executor has a thread for it: the loss does not wait for that.
    lease.onLost(loss -> result.completeExceptionally(new LeaseLostException(loss)));
    try {
      executor.execute(() -> work(lease, call, result));
    } catch (Throwable t) {
      lease.close();
      result.completeExceptionally(t);
    }
  }

  @SuppressWarnings("CatchThrowable") // whatever the work throws is its outcome
  private static <T extends @Nullable Object> void work(
      Lease lease, Function<Lease, CompletionStage<T>> call, CompletableFuture<T> result) {
    if (result.isDone()) { // cancelled, or lost, while it waited for the executor
      lease.close();
      return;
    }
    try {
      lease.ensureHeld(); // the executor may have taken longer than the lease lasts
      call.apply(lease)
          .whenComplete(
              (value, error) -> {
                lease.close(); // only now: the work has ended
                finish(lease, value, error, result);
              });
    } catch (Throwable t) {
      lease.close();
      result.completeExceptionally(t);
    }
  }

  private static <T extends @Nullable Object> void finish(
      Lease lease, T value, @Nullable Throwable error, CompletableFuture<T> result) {
    Loss loss = ((LeaseHandle) lease).lease.status().loss();
    if (error != null) {
      result.completeExceptionally(error);
    } else if (loss != null) {
      result.completeExceptionally(new LeaseLostException(loss));
    } else {
      result.complete(value);
    }
  }
}
