package io.leasehold.tck.process;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The events of a child that nobody has taken yet. The reader thread never waits for a taker, so a
 * child that prints much is never blocked by a parent that listens little; beyond the capacity the
 * oldest events are dropped and counted.
 */
final class EventQueue {

  static final int CAPACITY = 100_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<ChildEvent> events = new ArrayDeque<>();
  private long dropped;
  private boolean ended;

  void add(ChildEvent event) {
    lock.lock();
    try {
      if (events.size() == CAPACITY) {
        events.removeFirst();
        dropped++;
      }
      events.addLast(event);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** No event follows. */
  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Takes the first event that matches; empty if the time is up or none can follow. */
  Optional<ChildEvent> take(Predicate<ChildEvent> wanted, Deadline deadline)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (true) {
        Optional<ChildEvent> found = remove(wanted);
        long left = deadline.left();
        if (found.isPresent() || ended || left <= 0) {
          return found;
        }
        changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether no event can follow. */
  boolean hasEnded() {
    lock.lock();
    try {
      return ended;
    } finally {
      lock.unlock();
    }
  }

  long dropped() {
    lock.lock();
    try {
      return dropped;
    } finally {
      lock.unlock();
    }
  }

  private Optional<ChildEvent> remove(Predicate<ChildEvent> wanted) {
    for (Iterator<ChildEvent> each = events.iterator(); each.hasNext(); ) {
      ChildEvent event = each.next();
      if (wanted.test(event)) {
        each.remove();
        return Optional.of(event);
      }
    }
    return Optional.empty();
  }
}
