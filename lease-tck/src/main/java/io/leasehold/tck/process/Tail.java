package io.leasehold.tck.process;

import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/** The last lines of an output, for failure messages. Thread-safe. */
final class Tail {

  private static final int LINES = 60;

  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<String> lines = new ArrayDeque<>();
  private long dropped;

  void add(String line) {
    lock.lock();
    try {
      if (lines.size() == LINES) {
        lines.removeFirst();
        dropped++;
      }
      lines.addLast(line);
    } finally {
      lock.unlock();
    }
  }

  String text() {
    lock.lock();
    try {
      String kept = String.join("\n", lines);
      return dropped == 0 ? kept : "(" + dropped + " earlier lines left out)\n" + kept;
    } finally {
      lock.unlock();
    }
  }
}
