package io.leasehold.tck.run;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One rule on its way; its time counts from its start, not from when it was queued. */
final class Running {

  private final RuleRunner runner;
  private final Future<RuleResult> future;
  private final Semaphore started = new Semaphore(0);

  Running(ExecutorService pool, RuleRunner runner) {
    this.runner = runner;
    this.future =
        pool.submit(
            () -> {
              started.release();
              return runner.run();
            });
  }

  RuleResult await(Duration bound) {
    try {
      // Queued rules start when those before them end, and each of those has its bound.
      started.acquire();
      return future.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      RuleResult overdue = runner.overdue(bound);
      future.cancel(true);
      return overdue;
    } catch (InterruptedException e) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      return runner.failed(e);
    } catch (ExecutionException e) {
      return runner.failed(e.getCause() == null ? e : e.getCause());
    }
  }
}
