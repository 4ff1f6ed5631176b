package io.leasehold.examples.file;

import io.leasehold.spi.Cause;
import io.leasehold.spi.Cause.Kind;
import io.leasehold.spi.Durations;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Bounds calls that have no bound of their own: a system call on a hung device neither times out
 * nor can be interrupted. So they run on threads that may hang, and the caller stops waiting.
 */
final class BoundedCalls implements AutoCloseable {

  private static final int THREADS = 8;
  private static final int WAITING = 1_000;

  private final Duration bound;
  private final ThreadPoolExecutor pool;

  BoundedCalls(Duration bound) {
    this.bound = bound;
    AtomicInteger count = new AtomicInteger();
    this.pool =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(WAITING),
            task -> {
              Thread thread = new Thread(task, "lease-file-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
  }

  /**
   * Runs a step, at most for the bound.
   *
   * @param refused makes the answer if the step has not begun and never will
   * @param unknown makes the answer if it has begun and did not end in time
   */
  <T> T run(Supplier<T> step, Function<Cause, T> refused, Function<Cause, T> unknown) {
    if (Thread.currentThread().isInterrupted()) {
      return refused.apply(Cause.of(Kind.INTERRUPTED, "the thread was interrupted before"));
    }
    // Set once, by the pool's thread that begins the step or by the caller who gives it up.
    AtomicBoolean claimed = new AtomicBoolean();
    CompletableFuture<T> answer = new CompletableFuture<>();
    try {
      pool.execute(() -> begin(step, claimed, answer));
    } catch (RejectedExecutionException e) {
      return refused.apply(
          pool.isShutdown()
              ? Cause.of(Kind.CLOSED, "the file backend is closed")
              : Cause.of(Kind.OVERLOADED, WAITING + " calls are waiting for the file system"));
    }
    Cause cause;
    try {
      return answer.get(bound.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      cause =
          Cause.of(
              Kind.TIMEOUT, "the file system did not answer within " + Durations.format(bound));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cause = Cause.of(Kind.INTERRUPTED, "the thread was interrupted meanwhile");
    } catch (ExecutionException e) {
      cause = new Cause(Kind.UNAVAILABLE, "the step failed", e.getCause());
    }
    return claimed.compareAndSet(false, true) ? refused.apply(cause) : unknown.apply(cause);
  }

  private static <T> void begin(
      Supplier<T> step, AtomicBoolean claimed, CompletableFuture<T> answer) {
    if (!claimed.compareAndSet(false, true)) {
      return; // the caller has already been told that it never runs
    }
    try {
      answer.complete(step.get());
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(e);
    }
  }

  /** Steps under way go on to their end; later ones are refused. */
  @Override
  public void close() {
    pool.shutdown();
  }
}
