package io.leasehold.tck.run;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One rule on a thread of its own, which ends, or is given up, within a bound: a backend's call
 * that never returns costs its rule the verdict and stops no other rule.
 */
final class Running {

  private final RuleRunner runner;
  private final Semaphore permits;
  private final AtomicBoolean claimed = new AtomicBoolean();
  private final CompletableFuture<RuleResult> result = new CompletableFuture<>();

  private final Runnable ended;

  private Running(RuleRunner runner, Semaphore permits, Runnable ended) {
    this.runner = runner;
    this.permits = permits;
    this.ended = ended;
  }

  /**
   * Starts a rule as soon as there is a permit for it; the permit comes back with the result.
   *
   * @param ended is run with the result, on the thread that has it
   * @throws InterruptedException while waiting for the permit
   */
  static Running start(RuleRunner runner, Semaphore permits, Duration bound, Runnable ended)
      throws InterruptedException {
    permits.acquire();
    Running running = new Running(runner, permits, ended);
    Thread thread = new Thread(running::run, "leasehold-tck");
    thread.setDaemon(true);
    thread.start();
    Executor late = CompletableFuture.delayedExecutor(bound.toMillis(), TimeUnit.MILLISECONDS);
    late.execute(() -> running.giveUp(thread, bound));
    return running;
  }

  RuleResult join() {
    return result.join();
  }

  private void run() {
    try {
      end(runner.run());
    } catch (RuntimeException | Error e) {
      end(runner.failed(e));
    }
  }

  /** Races with the rule's own end: whichever result comes first stays. */
  private void giveUp(Thread thread, Duration bound) {
    if (!result.isDone() && end(runner.overdue(bound))) {
      thread.interrupt();
    }
  }

  private boolean end(RuleResult with) {
    if (!claimed.compareAndSet(false, true)) {
      return false;
    }
    try {
      ended.run(); // before the result: nobody is told of a step when the run is over
    } finally {
      result.complete(with);
      permits.release();
    }
    return true;
  }
}
