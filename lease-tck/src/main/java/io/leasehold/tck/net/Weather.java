package io.leasehold.tck.net;

import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What all connections of a proxy are subject to; thread-safe. */
final class Weather {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition cleared = lock.newCondition();
  private final Set<Direction> stalled = EnumSet.noneOf(Direction.class);
  private final Set<Direction> dropped = EnumSet.noneOf(Direction.class);
  private final Queue<HeldData> wanted = new ConcurrentLinkedQueue<>();
  private volatile Jitter jitter = Jitter.NONE;

  Jitter jitter() {
    return jitter;
  }

  void jitter(Jitter value) {
    jitter = value;
  }

  void stall(Set<Direction> ways) {
    change(() -> stalled.addAll(ways));
  }

  void drop(Set<Direction> ways) {
    change(() -> dropped.addAll(ways));
  }

  void clear() {
    jitter = Jitter.NONE;
    change(
        () -> {
          stalled.clear();
          dropped.clear();
        });
  }

  private void change(Runnable how) {
    lock.lock();
    try {
      how.run();
      cleared.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean drops(Direction way) {
    lock.lock();
    try {
      return dropped.contains(way);
    } finally {
      lock.unlock();
    }
  }

  void awaitFlow(Direction way) throws InterruptedException {
    lock.lock();
    try {
      while (stalled.contains(way)) {
        cleared.await();
      }
    } finally {
      lock.unlock();
    }
  }

  HeldData hold(HeldData held) {
    wanted.add(held);
    return held;
  }

  /** The order that this piece fulfils, taken by the first that does; null if there is none. */
  @Nullable HeldData take(long connection, Direction way, byte[] data) {
    // All of them have to see it: one may wait for the answer to what another keeps back.
    List<HeldData> takers =
        wanted.stream().filter(held -> held.wants(connection, way, data)).toList();
    for (HeldData held : takers) {
      if (wanted.remove(held)) { // else another connection's piece was faster
        return held;
      }
    }
    return null;
  }
}
