package io.leasehold.engine;

import io.leasehold.spi.LeaseName;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads take turns at the head of one line as {@link AcquireLoop} does, but without its poll: a
 * wake-up that is lost stays lost.
 */
public final class WaitLinesTurns implements Callable<String> {

  private static final LeaseName NAME = new LeaseName("orders/1");
  private static final int THREADS = 4;
  private static final int TURNS = 5_000;

  private final WaitLines lines = new WaitLines();
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger overlaps = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final CountDownLatch done = new CountDownLatch(THREADS);

  private static final class Caller implements WaitLines.Waiter {
    private final Semaphore alarm = new Semaphore(0);

    @Override
    public void wake() {
      alarm.release();
    }
  }

  /** What went wrong; empty if nothing did. */
  @Override
  public String call() throws InterruptedException {
    for (int i = 0; i < THREADS; i++) {
      Thread thread = new Thread(this::turns);
      thread.setDaemon(true);
      thread.start();
    }
    done.await();
    if (lost.get() > 0) {
      return "a wake-up was lost";
    }
    return overlaps.get() > 0 ? "two stood at the head" : lines.size() > 0 ? "a line is left" : "";
  }

  private void turns() {
    try {
      for (int i = 0; i < TURNS && lost.get() == 0; i++) {
        turn(new Caller());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      done.countDown();
    }
  }

  private void turn(Caller caller) throws InterruptedException {
    lines.enter(NAME, caller);
    try {
      while (!lines.isHead(NAME, caller)) {
        if (!caller.alarm.tryAcquire(5, TimeUnit.SECONDS)) {
          lost.incrementAndGet();
          return;
        }
      }
      if (inside.incrementAndGet() > 1) {
        overlaps.incrementAndGet();
      }
      inside.decrementAndGet();
    } finally {
      lines.leave(NAME, caller);
    }
  }
}
