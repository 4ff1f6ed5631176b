package io.leasehold.tck.net;

import java.time.Duration;
import java.util.Random;

/**
 * How long each piece of data is delayed: {@code mean + spread * x}, where x is uniform in [-1, 1]
 * and follows its predecessor by the correlation, as netem's {@code delay TIME JITTER CORRELATION}
 * does ({@code x = correlation * last + (1 - correlation) * fresh}; tc-netem(8)). The percentage is
 * a correlation and no probability. The same seed gives the same delays. Used by one thread.
 *
 * @param mean the delay without jitter
 * @param spread how far it may differ; at most the mean
 * @param correlation from 0 (independent) to 1 (the first one for ever)
 * @param seed of the random numbers
 */
public record Jitter(Duration mean, Duration spread, double correlation, long seed) {

  /** No delay. */
  public static final Jitter NONE = new Jitter(Duration.ZERO, Duration.ZERO, 0, 0);

  /** Checks the values. */
  public Jitter {
    if (mean.isNegative() || spread.isNegative() || spread.compareTo(mean) > 0) {
      throw new IllegalArgumentException(
          "a delay of " + mean + " +- " + spread + " can be negative; spread must not exceed mean");
    }
    if (!(correlation >= 0 && correlation <= 1)) {
      throw new IllegalArgumentException("correlation " + correlation + " must be from 0 to 1");
    }
  }

  /** The same delay for everything. */
  public static Jitter constant(Duration delay) {
    return new Jitter(delay, Duration.ZERO, 0, 0);
  }

  /** The delays of one direction of one connection, in nanoseconds; not thread-safe. */
  Source source(long number) {
    return new Source(this, new Random(seed + number));
  }

  /** One run of the random numbers. */
  static final class Source {
    private final Jitter jitter;
    private final Random random;
    private double last;
    private boolean begun;

    private Source(Jitter jitter, Random random) {
      this.jitter = jitter;
      this.random = random;
    }

    Jitter jitter() {
      return jitter;
    }

    long next() {
      double fresh = 2 * random.nextDouble() - 1;
      last = begun ? jitter.correlation * last + (1 - jitter.correlation) * fresh : fresh;
      begun = true;
      return jitter.mean.toNanos() + (long) (jitter.spread.toNanos() * last);
    }
  }
}
