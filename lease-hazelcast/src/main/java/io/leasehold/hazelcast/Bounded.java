package io.leasehold.hazelcast;

import io.leasehold.spi.Cause;
import io.leasehold.spi.Cause.Kind;
import io.leasehold.spi.Durations;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs what the driver may block in for as long as it likes: on a thread that is given up. */
final class Bounded {

  private Bounded() {}

  /**
   * Waits for the work.
   *
   * @param what for the thread's name and the message
   * @throws CallFailedException if it did not end in time, or this thread was interrupted; the work
   *     is interrupted then
   * @throws RuntimeException what the work throws
   */
  static <T> T within(Duration bound, String what, Callable<T> work) throws CallFailedException {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "leasehold-hazelcast-" + what);
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(bound.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      task.cancel(true);
      throw new CallFailedException(
          false, Cause.of(Kind.TIMEOUT, what + " did not end within " + Durations.format(bound)));
    } catch (InterruptedException e) {
      task.cancel(true);
      Thread.currentThread().interrupt();
      throw new CallFailedException(
          false, Cause.of(Kind.INTERRUPTED, "the thread was interrupted during " + what));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException error) {
        throw error;
      }
      throw HazelcastFault.of(e, false);
    }
  }
}
