package io.leasehold.spi;

/**
 * The one door to time. Monotonic: steps of the wall clock do not move it, and pauses of the
 * process do not stop it.
 *
 * <p>Thread-safe. Only differences of two readings mean anything; compare them by subtraction.
 */
@FunctionalInterface
public interface LeaseClock {

  /** Nanoseconds since an arbitrary origin that is fixed for this clock. */
  long nanos();

  /**
   * Called by the watchdog: adds the time that the machine slept and that {@link #nanos()} missed.
   *
   * @return the nanoseconds added, 0 if none
   */
  default long accountForSuspend() {
    return 0;
  }

  /** The clock of this machine; see {@link SystemLeaseClock}. */
  static LeaseClock system() {
    return SystemLeaseClock.INSTANCE;
  }
}
