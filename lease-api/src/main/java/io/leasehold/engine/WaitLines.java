package io.leasehold.engine;

import io.leasehold.spi.LeaseName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The callers of this client that wait for one name stand in one line, first come first served;
 * only the head contends at the store. A line exists exactly as long as somebody stands in it:
 * nothing is evicted, and two names never share one.
 */
final class WaitLines {

  /** Somebody in a line. */
  interface Waiter {
    /** It is the head now, or the name may be vacant: look again. Returns at once. */
    void wake();
  }

  private final ConcurrentMap<LeaseName, LinkedHashSet<Waiter>> lines = new ConcurrentHashMap<>();

  /** Joins at the end. */
  void enter(LeaseName name, Waiter waiter) {
    lines.compute(
        name,
        (key, line) -> {
          LinkedHashSet<Waiter> joined = line == null ? new LinkedHashSet<>() : line;
          joined.add(waiter);
          return joined;
        });
  }

  /** Joins if nobody stands in the line; false if somebody does. */
  boolean enterIfEmpty(LeaseName name, Waiter waiter) {
    LinkedHashSet<Waiter> mine = new LinkedHashSet<>();
    mine.add(waiter);
    return lines.putIfAbsent(name, mine) == null;
  }

  /** Leaves from any place; the next in line is woken if the head left. */
  void leave(LeaseName name, Waiter waiter) {
    List<Waiter> promoted = new ArrayList<>(1);
    lines.computeIfPresent(
        name,
        (key, line) -> {
          boolean wasHead = head(line) == waiter;
          line.remove(waiter);
          Waiter next = head(line);
          if (wasHead && next != null) {
            promoted.add(next);
          }
          return line.isEmpty() ? null : line;
        });
    promoted.forEach(Waiter::wake);
  }

  boolean isHead(LeaseName name, Waiter waiter) {
    return head(name) == waiter;
  }

  /** The name may be vacant. */
  void wake(LeaseName name) {
    Waiter head = head(name);
    if (head != null) {
      head.wake();
    }
  }

  /** Wakes everybody, for the end of the client. */
  void wakeAll() {
    List<Waiter> all = new ArrayList<>();
    for (LeaseName name : lines.keySet()) {
      lines.computeIfPresent(
          name,
          (key, line) -> {
            all.addAll(line);
            return line;
          });
    }
    all.forEach(Waiter::wake);
  }

  /** How many names are waited for. */
  int size() {
    return lines.size();
  }

  private @Nullable Waiter head(LeaseName name) {
    List<Waiter> first = new ArrayList<>(1);
    lines.computeIfPresent(
        name,
        (key, line) -> {
          Waiter head = head(line);
          if (head != null) {
            first.add(head);
          }
          return line;
        });
    return first.isEmpty() ? null : first.get(0);
  }

  private static @Nullable Waiter head(Set<Waiter> line) {
    return line.isEmpty() ? null : line.iterator().next();
  }
}
