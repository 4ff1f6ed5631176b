package io.leasehold.redis;

import io.leasehold.spi.LeaseClock;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * The bound of the call that runs on this thread (G7). One bound for everything it does: waiting
 * for a connection, making one, sending and every single read; the driver's own timeouts begin anew
 * with each of them.
 */
final class CallBound {

  /** What is said when nothing is left. */
  static final String OVER = "the call's time is over";

  private static final ThreadLocal<CallBound> CURRENT = new ThreadLocal<>();

  private final LeaseClock clock;
  private final long end;

  /** How long the connection took that was made for this call; zero if there was one. */
  private long making;

  private CallBound(LeaseClock clock, long end) {
    this.clock = clock;
    this.end = end;
  }

  /** Work that may throw what the driver throws. */
  interface Work<T> {
    T run(CallBound bound) throws Exception;
  }

  /** Runs something on this thread within that time, and within the bound it already has. */
  static <T> T within(LeaseClock clock, Duration time, Work<T> work) throws Exception {
    CallBound outer = CURRENT.get();
    long end = clock.nanos() + time.toNanos();
    CallBound bound = new CallBound(clock, outer != null && outer.end - end < 0 ? outer.end : end);
    CURRENT.set(bound);
    try {
      return work.run(bound);
    } finally {
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }

  /**
   * Closes something without waiting for the other side: over TLS 1.3 the JDK waits for a word of
   * farewell for as long as a read may take.
   */
  static void closing(LeaseClock clock, Closing close) throws Exception {
    within(
        clock,
        Duration.ZERO,
        bound -> {
          close.run();
          return bound;
        });
  }

  /** What may fail as closing does. */
  interface Closing {
    void run() throws Exception;
  }

  /** Makes a connection for the call on this thread, if it runs one. */
  static <T> T making(Callable<T> make) throws Exception {
    CallBound bound = CURRENT.get();
    if (bound == null) {
      return make.call();
    }
    long begin = bound.clock.nanos();
    try {
      return make.call();
    } finally {
      bound.making += bound.clock.nanos() - begin;
    }
  }

  /**
   * Whether enough is left to the call on this thread for an answer to come in time: so much at
   * least, and half again what its connection took to make, because that was one way there and back
   * at least.
   */
  static boolean isEnoughLeft(Duration least) {
    CallBound bound = CURRENT.get();
    return bound == null
        || bound.left().toNanos() >= Math.max(least.toNanos(), bound.making + bound.making / 2);
  }

  /** The first half of what is left: for a step that must leave time for those after it. */
  CallBound firstHalf() {
    return new CallBound(clock, end - left().toNanos() / 2);
  }

  /** What is left, at least zero. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, end - clock.nanos()));
  }

  /**
   * How long the next step of the call on this thread may block.
   *
   * @param unbounded the answer for a thread that runs no call
   * @throws SocketTimeoutException if the time is over
   */
  static int millisLeft(int unbounded) throws SocketTimeoutException {
    CallBound bound = CURRENT.get();
    if (bound == null) {
      return unbounded;
    }
    long nanos = bound.end - bound.clock.nanos();
    if (nanos <= 0) {
      throw new SocketTimeoutException(OVER);
    }
    // Zero would mean for ever.
    return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos));
  }
}
