package io.leasehold.hazelcast;

import io.leasehold.spi.Cause;
import io.leasehold.spi.Cause.Kind;
import io.leasehold.spi.Durations;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Every request within a bound of ours (G7): a frozen member keeps the driver's own timeouts
 * waiting for many times as long.
 */
final class HazelcastCalls {

  private final LeaseClock clock;
  private final Duration bound;
  private volatile boolean closed;

  /**
   * @param bound of one call, however many requests it makes
   */
  HazelcastCalls(LeaseClock clock, Duration bound) {
    this.clock = clock;
    this.bound = bound;
  }

  /** Hands a request to the driver and returns at once. */
  interface Request<T> {
    CompletionStage<T> send();
  }

  /** When a call that begins now has to be over; on the clock. */
  long deadline() {
    return clock.nanos() + bound.toNanos();
  }

  /** One request with a whole bound. */
  <T> T call(Request<T> request) throws CallFailedException {
    return await(send(request), deadline());
  }

  /** One of several requests of a call. */
  <T> T call(Request<T> request, long deadline) throws CallFailedException {
    return await(send(request), deadline);
  }

  /** Sends; {@link #await} has to follow. */
  <T> CompletableFuture<T> send(Request<T> request) throws CallFailedException {
    if (closed) {
      throw new CallFailedException(true, closed());
    } else if (Thread.currentThread().isInterrupted()) {
      throw new CallFailedException(
          true, Cause.of(Kind.INTERRUPTED, "the thread was interrupted before the call"));
    }
    CompletableFuture<T> answer;
    try {
      answer = request.send().toCompletableFuture();
    } catch (RuntimeException e) {
      throw HazelcastFault.of(e, true);
    }
    if (answer.isCompletedExceptionally()) {
      // No way there and back is so short: it never left.
      try {
        T unused = answer.join();
      } catch (RuntimeException e) {
        throw HazelcastFault.of(e, isOffline(e));
      }
    }
    return answer;
  }

  private static boolean isOffline(Throwable e) {
    return e instanceof com.hazelcast.client.HazelcastClientOfflineException
        || e.getCause() instanceof com.hazelcast.client.HazelcastClientOfflineException;
  }

  /** Waits for an answer, until then at the latest. */
  <T> T await(CompletableFuture<T> answer, long deadline) throws CallFailedException {
    try {
      return answer.get(Math.max(0, deadline - clock.nanos()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      answer.cancel(false);
      throw unknown(Kind.TIMEOUT, "no answer within " + Durations.format(bound));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unknown(Kind.INTERRUPTED, "the thread was interrupted during the call");
    } catch (ExecutionException e) {
      throw closed ? new CallFailedException(false, closed()) : HazelcastFault.of(e, false);
    } catch (CancellationException e) {
      throw unknown(Kind.UNAVAILABLE, "the driver gave up the call");
    }
  }

  private static CallFailedException unknown(Kind kind, String message) {
    return new CallFailedException(false, Cause.of(kind, message));
  }

  private static Cause closed() {
    return Cause.of(Kind.CLOSED, "the backend is closed");
  }

  boolean isClosed() {
    return closed;
  }

  /** From now on nothing is sent. */
  void close() {
    closed = true;
  }
}
