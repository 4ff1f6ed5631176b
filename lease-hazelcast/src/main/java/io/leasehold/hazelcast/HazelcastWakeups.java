package io.leasehold.hazelcast;

import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who waits in this client, and for which name. An acquire that finds a name busy takes a place in
 * the record's line; a release names the client that has waited longest, and the map's event tells
 * it.
 *
 * <p>The event can be faster than {@link #onVacant}: then it stays for a moment. One that nobody
 * needs any more is passed on.
 */
final class HazelcastWakeups {

  /** Between a busy answer and onVacant lies a moment; whoever takes longer was given up. */
  private static final long GAP_NANOS = Duration.ofSeconds(2).toNanos();

  private final ConcurrentMap<LeaseName, Line> lines = new ConcurrentHashMap<>();
  private final LeaseClock clock;
  private final Consumer<LeaseName> passOn;

  /**
   * @param passOn wakes the next client in line for that name; returns at once
   */
  HazelcastWakeups(LeaseClock clock, Consumer<LeaseName> passOn) {
    this.clock = clock;
    this.passOn = passOn;
  }

  /**
   * What this client does about one name; immutable.
   *
   * @param hints of those who wait
   * @param asking how many acquires of somebody who waits are under way
   * @param busyAt when one was answered busy whose onVacant has not come yet; null if none was
   * @param woken an event came that waits for that onVacant
   */
  private record Line(List<Runnable> hints, int asking, @Nullable Long busyAt, boolean woken) {
    static final Line EMPTY = new Line(List.of(), 0, null, false);

    boolean expectsWaiter(long now) {
      return asking > 0 || (busyAt != null && now - busyAt < GAP_NANOS);
    }

    @Nullable Line unlessUnused(long now) {
      return hints.isEmpty() && !expectsWaiter(now) ? null : this;
    }
  }

  /** An acquire of somebody who waits is about to be sent; {@link #answered} follows. */
  void announce(LeaseName name) {
    lines.compute(
        name,
        (key, line) -> {
          Line old = line == null ? Line.EMPTY : line;
          return new Line(old.hints, old.asking + 1, old.busyAt, old.woken);
        });
  }

  /** It has its answer. Its waiter may have gone meanwhile: then nothing may stay here of it. */
  void answered(LeaseName name, boolean busy) {
    long now = clock.nanos();
    lines.computeIfPresent(
        name,
        (key, line) -> {
          boolean expected = busy && line.hints.isEmpty();
          return new Line(
                  line.hints, line.asking - 1, expected ? (Long) now : line.busyAt, line.woken)
              .unlessUnused(now);
        });
  }

  Subscription onVacant(LeaseName name, Runnable hint) {
    boolean[] woken = new boolean[1];
    lines.compute(
        name,
        (key, line) -> {
          Line old = line == null ? Line.EMPTY : line;
          woken[0] = old.woken;
          List<Runnable> longer = new ArrayList<>(old.hints);
          longer.add(hint);
          return new Line(List.copyOf(longer), old.asking, null, false);
        });
    if (woken[0]) {
      hint.run();
    }
    return () -> {
      long now = clock.nanos();
      lines.computeIfPresent(
          name,
          (key, line) -> {
            List<Runnable> shorter = new ArrayList<>(line.hints);
            shorter.remove(hint);
            return new Line(List.copyOf(shorter), line.asking, line.busyAt, line.woken)
                .unlessUnused(now);
          });
    };
  }

  /** An event: a release took this client out of the line for that name. */
  void woken(LeaseName name) {
    long now = clock.nanos();
    List<Runnable> hints = new ArrayList<>();
    boolean[] kept = new boolean[1];
    lines.computeIfPresent(
        name,
        (key, line) -> {
          hints.addAll(line.hints);
          kept[0] = line.hints.isEmpty() && line.expectsWaiter(now);
          return kept[0]
              ? new Line(line.hints, line.asking, line.busyAt, true)
              : line.unlessUnused(now);
        });
    hints.forEach(Runnable::run);
    if (hints.isEmpty() && !kept[0]) {
      passOn.accept(name);
    }
  }

  /** Events may have been lost: everybody asks again. */
  void wakeAll() {
    lines.values().forEach(line -> line.hints.forEach(Runnable::run));
  }

  /** How many names this client notes something about for its waiters; for tests. */
  int names() {
    return lines.size();
  }
}
