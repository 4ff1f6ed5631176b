package io.leasehold.engine.time;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Work in lanes, at most so many of one lane at once: calls that hang at one frozen node of a store
 * hold up no work for another. A lane exists as long as there is work in it.
 */
public final class Lanes {

  private final Executor threads;
  private volatile int width;
  private final ConcurrentMap<Object, Lane> lanes = new ConcurrentHashMap<>();

  /** Touched only inside the map's compute for its key. */
  private static final class Lane {
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int underWay;
  }

  /**
   * @param threads has a thread whenever one is asked for
   * @param width how many of one lane may be under way
   */
  public Lanes(Executor threads, int width) {
    this.threads = threads;
    this.width = width;
  }

  /** Does the work when its turn in its lane has come. */
  public void execute(Object lane, Runnable work) {
    lanes.compute(
        lane,
        (key, present) -> {
          Lane queue = present == null ? new Lane() : present;
          queue.waiting.add(work);
          return queue;
        });
    depart(lane);
  }

  /** For the end of the client, when much is freed at once. */
  public void widen(int value) {
    width = value;
    lanes.keySet().forEach(this::depart);
  }

  private void depart(Object lane) {
    List<Runnable> next = new ArrayList<>();
    lanes.computeIfPresent(
        lane,
        (key, queue) -> {
          while (queue.underWay < width && !queue.waiting.isEmpty()) {
            queue.underWay++;
            next.add(queue.waiting.remove());
          }
          return queue.underWay == 0 ? null : queue;
        });
    next.forEach(work -> threads.execute(() -> run(lane, work)));
  }

  /**
   * One piece of work after the other, as long as there is any: handed in one by one they would
   * stack up on the thread of a closed client, which runs what it hands in by itself.
   */
  private void run(Object lane, Runnable first) {
    Runnable work = first;
    while (work != null) {
      boolean ended = false;
      try {
        work.run();
        ended = true;
      } finally {
        if (!ended) { // it threw, and the others do not wait for it
          giveBack(lane);
          depart(lane);
        }
      }
      work = next(lane);
    }
  }

  /** The next piece of work on the same place; none if there is none, and the place is free. */
  private @Nullable Runnable next(Object lane) {
    AtomicReference<@Nullable Runnable> next = new AtomicReference<>();
    lanes.computeIfPresent(
        lane,
        (key, queue) -> {
          Runnable work = queue.waiting.poll();
          next.set(work);
          queue.underWay -= work == null ? 1 : 0;
          return queue.underWay == 0 ? null : queue;
        });
    return next.get();
  }

  private void giveBack(Object lane) {
    lanes.computeIfPresent(
        lane,
        (key, queue) -> {
          queue.underWay--;
          return queue;
        });
  }
}
