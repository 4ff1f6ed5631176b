package io.leasehold.memory;

import io.leasehold.spi.LeaseName;
import io.leasehold.spi.Subscription;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells contenders and holders what happened, outside the store's lock and in the thread that
 * brought it about. A vacancy wakes one contender, in turn: all of them would only race.
 */
final class Hints {

  private static final Logger LOG = LoggerFactory.getLogger(Hints.class);

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<LeaseName, Deque<Waiter>> waiters = new HashMap<>();
  private volatile boolean lost;

  /** The network loses every hint from now on, or no more. */
  void lose(boolean value) {
    lost = value;
  }

  Subscription onVacant(LeaseName name, Runnable hint) {
    Waiter waiter = new Waiter(hint);
    lock.lock();
    try {
      waiters.computeIfAbsent(name, n -> new ArrayDeque<>()).addLast(waiter);
    } finally {
      lock.unlock();
    }
    return () -> forget(name, waiter);
  }

  void tell(LeaseTable.Changes changes) {
    for (Runnable doubt : changes.doubts()) {
      deliver(doubt);
    }
    for (LeaseName name : changes.vacant()) {
      Waiter next = nextInTurn(name);
      if (next != null) {
        deliver(next.hint);
      }
    }
  }

  private void deliver(Runnable hint) {
    if (lost) {
      return;
    }
    try {
      hint.run();
    } catch (RuntimeException e) {
      // The caller's own operation has succeeded; it must not fail for a listener's sake.
      LOG.warn("a hint listener failed", e);
    }
  }

  private @Nullable Waiter nextInTurn(LeaseName name) {
    lock.lock();
    try {
      Deque<Waiter> queue = waiters.get(name);
      Waiter next = queue == null ? null : queue.pollFirst();
      if (queue != null && next != null) {
        queue.addLast(next);
      }
      return next;
    } finally {
      lock.unlock();
    }
  }

  private void forget(LeaseName name, Waiter waiter) {
    lock.lock();
    try {
      Deque<Waiter> queue = waiters.get(name);
      if (queue != null && queue.remove(waiter) && queue.isEmpty()) {
        waiters.remove(name);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Compared by identity: two contenders may pass the same hint. */
  private static final class Waiter {
    private final Runnable hint;

    Waiter(Runnable hint) {
      this.hint = hint;
    }
  }
}
