package io.leasehold.tck.rule;

import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Runs steps on several threads that start together. */
public final class Race {

  private static final Duration BOUND = Duration.ofSeconds(30);
  private static final int SAMPLE = 20;
  private static final int HELPERS = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long PAUSE_NANOS = 50_000;

  /** A rule races in many rounds: its threads are used again, and end soon after it. */
  private static final ExecutorService POOL =
      new ThreadPoolExecutor(
          0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), Race::daemon);

  private Race() {}

  /**
   * Runs a step on each of several threads, all starting at the same time.
   *
   * @param threads how many
   * @param step gets the thread's number, from 0
   * @return what the steps returned, by number
   */
  public static <T> List<T> run(int threads, IntFunction<T> step) {
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Future<T>> futures = new ArrayList<>();
    try {
      for (int i = 0; i < threads; i++) {
        int number = i;
        futures.add(
            POOL.submit(
                () -> {
                  await(start);
                  return step.apply(number);
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(get(future));
      }
      return results;
    } finally {
      futures.forEach(future -> future.cancel(true));
    }
  }

  /**
   * Does something for each of many things, one after the other, or on a few threads if the first
   * ones show that it would last too long.
   */
  public static <T, R> List<R> each(List<T> all, Function<T, R> step) {
    LeaseClock clock = LeaseClock.system();
    long begin = clock.nanos();
    List<R> results = new ArrayList<>();
    for (T one : all) {
      if (results.size() == SAMPLE
          && (clock.nanos() - begin) / SAMPLE * all.size() > PATIENCE.toNanos()) {
        break;
      }
      results.add(step.apply(one));
    }
    List<T> rest = all.subList(results.size(), all.size());
    if (!rest.isEmpty()) {
      List<List<R>> parts =
          run(
              HELPERS,
              i ->
                  rest.subList(rest.size() * i / HELPERS, rest.size() * (i + 1) / HELPERS).stream()
                      .map(step)
                      .toList());
      parts.forEach(results::addAll);
    }
    return results;
  }

  /** Runs a step on a thread of its own, on which nothing else ran before. */
  public static <T> T elsewhere(Supplier<T> step) {
    FutureTask<T> task = new FutureTask<>(step::get);
    daemon(task).start();
    return get(task);
  }

  /**
   * Holds on until others have counted on, so that they meet what this thread holds; the last
   * thread of a race is alone, and does not wait for long.
   *
   * @param counter what the threads of the race count
   * @param more by how much
   */
  public static void untilMore(AtomicInteger counter, int more) {
    int before = counter.get();
    for (int i = 0; i < 20 && counter.get() < before + more; i++) {
      pause();
    }
  }

  /** Leaves the processor to the others for a moment. */
  public static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  private static void await(CyclicBarrier start) {
    try {
      start.await(BOUND.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new RuleStop.Inconclusive("the threads did not start together", e);
    }
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get(BOUND.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuleStop stop) {
        throw stop;
      }
      throw new RuleStop.Inconclusive("a thread of the race ended with " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RuleStop.Inconclusive("the race was interrupted", e);
    } catch (TimeoutException e) {
      throw new RuleStop.Inconclusive("a thread of the race did not come back", e);
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "leasehold-tck-race");
    thread.setDaemon(true);
    return thread;
  }
}
