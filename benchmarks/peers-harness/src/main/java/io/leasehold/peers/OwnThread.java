package io.leasehold.peers;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The thread of one lock: many libraries know an owner by its thread, so that each lock gets one.
 * What is called runs there; whoever is interrupted meanwhile interrupts it there, and waits on for
 * what comes of it. Thread-safe.
 */
final class OwnThread implements AutoCloseable {

  private static final AtomicLong NUMBERS = new AtomicLong();

  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "peer-lock-" + NUMBERS.incrementAndGet());
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Calls it there.
   *
   * @throws Exception what it throws; an interrupt of the caller stays set in the caller
   */
  <T> T call(Callable<T> what) throws Exception {
    CompletableFuture<T> result = new CompletableFuture<>();
    AtomicReference<@Nullable Thread> runs = new AtomicReference<>();
    executor.execute(
        () -> {
          runs.set(Thread.currentThread());
          try {
            T got = what.call();
            runs.set(null);
            result.complete(got);
          } catch (Exception | Error e) {
            runs.set(null);
            result.completeExceptionally(e);
          } finally {
            Thread.interrupted();
          }
        });
    return await(result, runs);
  }

  private static <T> T await(CompletableFuture<T> result, AtomicReference<@Nullable Thread> runs)
      throws Exception {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return result.get();
        } catch (InterruptedException e) {
          interrupted = true;
          Thread thread = runs.get();
          if (thread != null) {
            thread.interrupt();
          }
        } catch (ExecutionException e) {
          if (e.getCause() instanceof Exception cause) {
            throw cause;
          }
          throw e;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    executor.shutdown();
  }
}
