package io.leasehold.tck.scenario;

import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of a scenario; they end with it. Thread-safe. */
public final class Cast implements AutoCloseable {

  /** A part that one thread plays. */
  @FunctionalInterface
  public interface Part {
    /** Plays it; an exception is written into the history. */
    void play() throws InterruptedException;
  }

  private final Recorder recorder;
  private final AtomicInteger threads = new AtomicInteger();
  private final ExecutorService pool =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "leasehold-tck-part-" + threads.incrementAndGet());
            thread.setDaemon(true);
            return thread;
          });

  Cast(Recorder recorder) {
    this.recorder = recorder;
  }

  /** Begins a part on a thread of its own. */
  public Future<?> begin(Part part) {
    return pool.submit(
        () -> {
          try {
            part.play();
          } catch (RuntimeException | Error e) {
            recorder.note("kit", What.NOTE, "", "", "text", "a part broke down: " + e);
            throw e;
          } catch (InterruptedException e) {
            recorder.note("kit", What.NOTE, "", "", "text", "a part was given up");
            throw e;
          }
          return null;
        });
  }

  /**
   * Plays parts at the same time and waits for all of them.
   *
   * @return whether all ended within the time
   */
  public boolean together(Duration bound, List<Part> parts) throws InterruptedException {
    List<Future<?>> futures = new ArrayList<>();
    parts.forEach(part -> futures.add(begin(part)));
    return await(bound, futures);
  }

  /** Waits for parts that have begun; what does not end in time is interrupted. */
  public boolean await(Duration bound, List<Future<?>> parts) throws InterruptedException {
    long end = recorder.now() + bound.toNanos();
    boolean all = true;
    for (Future<?> part : parts) {
      try {
        part.get(Math.max(1, end - recorder.now()), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        recorder.note("kit", What.NOTE, "", "", "text", "a part did not end in time");
        part.cancel(true);
        all = false;
      } catch (ExecutionException | CancellationException e) {
        all = false; // written down where it happened
      }
    }
    return all;
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
