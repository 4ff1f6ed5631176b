package io.leasehold.memory;

import io.leasehold.spi.Durations;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that stands still until it is moved. Thread-safe; it only moves forward.
 *
 * <p>It starts one second before the readings overflow into the negative, so that every test that
 * uses it also finds code that compares readings instead of subtracting them.
 */
public final class ManualClock implements LeaseClock {

  private final AtomicLong now;
  private final AtomicLong slept = new AtomicLong();

  /** A clock that overflows after one second. */
  public ManualClock() {
    this(Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(1));
  }

  /**
   * A clock with a given first reading.
   *
   * @param origin any number
   */
  public ManualClock(long origin) {
    now = new AtomicLong(origin);
  }

  @Override
  public long nanos() {
    return now.get();
  }

  /**
   * Moves on.
   *
   * @param by how far; not negative
   * @throws IllegalArgumentException if it is negative
   */
  public void advance(Duration by) {
    now.addAndGet(forward(by));
  }

  /**
   * Moves on to a reading; stays where it is if that reading has passed already, as it can when
   * several threads advance the clock.
   *
   * @param reading a reading of this clock
   */
  public void advanceTo(long reading) {
    now.updateAndGet(current -> reading - current > 0 ? reading : current);
  }

  /**
   * Lets the machine sleep: time passes for the rest of the world, and this clock learns of it with
   * the next {@link #accountForSuspend()}, as {@code nanoTime} does.
   *
   * @param by how long; not negative
   * @throws IllegalArgumentException if it is negative
   */
  public void suspend(Duration by) {
    slept.addAndGet(forward(by));
  }

  @Override
  public long accountForSuspend() {
    long missed = slept.getAndSet(0);
    now.addAndGet(missed);
    return missed;
  }

  private static long forward(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException(
          "a lease clock cannot go back by "
              + Durations.format(by.negated())
              + "; advance it by zero or more");
    }
    return by.toNanos();
  }

  @Override
  public String toString() {
    return "ManualClock[" + now.get() + " ns]";
  }
}
