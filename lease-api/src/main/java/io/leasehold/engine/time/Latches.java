package io.leasehold.engine.time;

import io.leasehold.spi.LeaseClock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Bounded waiting that an interrupt does not shorten and that keeps the flag. */
public final class Latches {

  private Latches() {}

  public static boolean await(CountDownLatch latch, LeaseClock clock, long nanos) {
    boolean interrupted = false;
    long end = clock.nanos() + nanos;
    try {
      while (true) {
        try {
          return latch.await(Math.max(0, end - clock.nanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
