package io.leasehold.tck.rules;

import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.rule.Race;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Two steps that race over many rounds, on two threads that go from round to round together. Each
 * round starts the winner of the last one a little later than before, so that the race stays at the
 * edge where either may win: there one step meets the other between what it reads and what it
 * writes, even if that is a matter of microseconds.
 *
 * @param <A> the answer of the first step
 * @param <B> the answer of the second step
 */
final class Edge<A, B> {

  private static final long FIRST_NANOS = 1_000;
  private static final long LEAST_NANOS = 100;
  private static final long MOST_NANOS = 5_000_000;
  private static final long SPIN_NANOS = 100_000;

  private final LeaseClock real = LeaseClock.system();
  private final IntFunction<A> one;
  private final IntFunction<B> other;
  private final Judge<A, B> judge;
  private final AtomicInteger arrived = new AtomicInteger();
  private final AtomicReference<@Nullable B> second = new AtomicReference<>();
  private volatile boolean over;
  private volatile long lead;
  private long step = FIRST_NANOS;
  private boolean oneWon;

  /** Looks at the answers of a round. */
  interface Judge<A, B> {
    /**
     * Judges, between two rounds.
     *
     * @return above zero: the first step came first; below: the second; zero: both start together
     */
    int winner(int round, A one, B other);
  }

  /**
   * Prepares a race; each step gets the number of the round, from 0.
   *
   * @param one the first step
   * @param other the second step
   * @param judge what to do with both answers
   */
  Edge(IntFunction<A> one, IntFunction<B> other, Judge<A, B> judge) {
    this.one = one;
    this.other = other;
    this.judge = judge;
  }

  /** Plays for as long as there is another round. */
  void race(BooleanSupplier more) {
    Race.run(
        2,
        thread -> {
          try {
            return thread == 0 ? first(more) : second();
          } finally {
            over = true;
          }
        });
  }

  private int first(BooleanSupplier more) {
    int round = 0;
    for (int met = 1; more.getAsBoolean() && together(met); met += 2) {
      delay(-lead);
      A answer = one.apply(round);
      if (!together(met + 1)) {
        return round;
      }
      B otherAnswer = second.get();
      if (otherAnswer != null) {
        steer(judge.winner(round, answer, otherAnswer));
      }
      round++;
    }
    return round;
  }

  private int second() {
    int round = 0;
    for (int met = 1; together(met); met += 2) {
      delay(lead);
      second.set(other.apply(round));
      if (!together(met + 1)) {
        return round;
      }
      round++;
    }
    return round;
  }

  /** Closer and closer to the edge, and faster and faster to where it is. */
  private void steer(int winner) {
    if (winner == 0) {
      lead = 0;
      return;
    }
    boolean one = winner > 0;
    step = one == oneWon ? Math.min(step * 2, MOST_NANOS) : Math.max(step / 4, LEAST_NANOS);
    oneWon = one;
    lead = Math.max(-MOST_NANOS, Math.min(MOST_NANOS, one ? lead - step : lead + step));
  }

  /** Returns when both are here for that time; false if the other one has ended. */
  private boolean together(int time) {
    arrived.incrementAndGet();
    long spinning = real.nanos() + SPIN_NANOS;
    while (arrived.get() < 2 * time) {
      if (over || Thread.currentThread().isInterrupted()) {
        return false;
      } else if (spinning - real.nanos() > 0) {
        Thread.onSpinWait();
      } else {
        Race.pause();
      }
    }
    return true;
  }

  private void delay(long nanos) {
    long end = real.nanos() + nanos;
    for (long left = nanos; left > 0; left = end - real.nanos()) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(left - SPIN_NANOS);
      } else {
        Thread.onSpinWait();
      }
    }
  }
}
