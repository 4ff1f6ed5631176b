package io.leasehold.tck.mutants;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/** Makes a race happen: two racing threads wait for each other between a read and a write. */
final class Meeting {

  private static final String RACING = "leasehold-tck-race";
  private static final long BOUND_MILLIS = 20;

  private final ReentrantLock lock = new ReentrantLock();
  private CyclicBarrier barrier = new CyclicBarrier(2);

  /** Whether this thread is one of a race of the kit's. */
  static boolean isRacing() {
    return Thread.currentThread().getName().equals(RACING);
  }

  /** Returns when another racing thread is here as well, or after a moment; alone at once. */
  void await() {
    if (!isRacing()) {
      return;
    }
    CyclicBarrier mine = current();
    try {
      mine.await(BOUND_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | BrokenBarrierException e) {
      renew(mine);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      renew(mine);
    }
  }

  private CyclicBarrier current() {
    lock.lock();
    try {
      return barrier;
    } finally {
      lock.unlock();
    }
  }

  private void renew(CyclicBarrier broken) {
    lock.lock();
    try {
      if (barrier == broken) {
        barrier = new CyclicBarrier(2);
      }
    } finally {
      lock.unlock();
    }
  }
}
