package io.leasehold.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Things that happen at the same time, each on a thread of its own. */
final class Together {

  private Together() {}

  /** One of them. */
  interface Work<T> {
    T run() throws Exception;
  }

  /** Their results in order; fails with what the first of them failed with. */
  static <T> List<T> all(List<? extends Work<T>> works) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(works.size());
    try {
      List<Future<T>> running = new ArrayList<>();
      works.forEach(work -> running.add(threads.submit(work::run)));
      List<T> results = new ArrayList<>();
      for (Future<T> each : running) {
        results.add(each.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  /** Starts one and does not wait for it. */
  static <T> Future<T> begin(Work<T> work) {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<T> future = thread.submit(work::run);
    thread.shutdown();
    return future;
  }
}
