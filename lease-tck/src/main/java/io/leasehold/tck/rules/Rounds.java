package io.leasehold.tck.rules;

import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Counts the rounds of a race. The moment in which two steps can go wrong is as long as the way to
 * the store: a fast store needs many rounds, a slow one few, and it has no time for many.
 */
final class Rounds implements BooleanSupplier {

  private static final Duration ENOUGH = Duration.ofSeconds(1);

  private final LeaseClock real = LeaseClock.system();
  private final long begin = real.nanos();
  private final int least;
  private final int most;
  private int begun;

  /**
   * Starts to count.
   *
   * @param least how many there are in any case
   * @param most how many there are if they are over soon
   */
  Rounds(int least, int most) {
    this.least = least;
    this.most = most;
  }

  /** Whether there is another round; the caller plays it. */
  @Override
  public boolean getAsBoolean() {
    boolean inTime = real.nanos() - begin < ENOUGH.toNanos();
    boolean more = begun < least || (begun < most && inTime);
    begun += more ? 1 : 0;
    return more;
  }
}
