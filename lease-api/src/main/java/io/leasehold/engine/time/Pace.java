package io.leasehold.engine.time;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.DoubleSupplier;

/**
 * When the next try is due: jittered intervals, backoff after failures, and phases spread after a
 * burst. Thread-safe.
 *
 * <p>It counts what it has scheduled in slots of 100 ms and lets each lease choose the emptier of
 * two random instants in its window ("the power of two choices"), so load stays even. A lease that
 * finds its whole window crowded, as after many grants or an outage, is renewed earlier once and
 * gets a phase of its own; never later.
 */
public final class Pace {

  private static final double JITTER = 0.1;
  private static final double EARLIEST = 0.15;

  /** So many renewals more than elsewhere are no crowd. */
  private static final int HARMLESS = 2;

  private static final long SLOT = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int SLOTS = 1 << 12;

  private final long backoff;
  private final DoubleSupplier random;

  /** Per slot: its number since the clock's origin (upper half) and how many are due (lower). */
  private final AtomicLongArray slots = new AtomicLongArray(SLOTS);

  /**
   * @param backoff the first pause after a failure, in nanoseconds
   * @param random uniform in [0, 1), callable by any thread
   */
  public Pace(long backoff, DoubleSupplier random) {
    this.backoff = backoff;
    this.random = random;
  }

  /** After a grant or a renewal: one interval from its send, or earlier if that is crowded. */
  public long afterSuccess(long sentAt, long interval) {
    long usual = emptier(sentAt, interval, 1 - JITTER, 1 + JITTER, 2);
    long early = emptier(sentAt, interval, EARLIEST, 1 + JITTER, 4);
    long due = load(usual) > load(early) + HARMLESS ? early : usual;
    count(due);
    return due;
  }

  /**
   * After an answer that is not definite: the first pause is at most the backoff, each further one
   * twice as long, up to a third of the interval.
   */
  public long afterFailure(long now, int failures, long interval) {
    return now + pause(failures, Math.max(backoff, interval / 3));
  }

  /** A pause between half and all of {@code backoff * 2^(failures - 1)}, at most the cap. */
  public long pause(int failures, long cap) {
    long full = backoff << Math.min(20, Math.max(0, failures - 1));
    return upTo(full <= 0 || full > cap ? cap : full);
  }

  /** Between half and all of it. */
  public long upTo(long nanos) {
    return (long) (nanos * (0.5 + random.getAsDouble() / 2));
  }

  private long emptier(long sentAt, long interval, double from, double to, int choices) {
    long best = 0;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < choices; i++) {
      long at = sentAt + (long) (interval * (from + random.getAsDouble() * (to - from)));
      int load = load(at);
      if (load < least) {
        least = load;
        best = at;
      }
    }
    return best;
  }

  private int load(long at) {
    long slot = slots.get(place(at));
    return (int) (slot >>> 32) == number(at) ? (int) slot : 0;
  }

  private void count(long at) {
    int place = place(at);
    long fresh = (long) number(at) << 32 | 1;
    slots.accumulateAndGet(place, fresh, (old, one) -> old >>> 32 == one >>> 32 ? old + 1 : one);
  }

  private static int number(long at) {
    return (int) Math.floorDiv(at, SLOT);
  }

  private static int place(long at) {
    return (int) Math.floorMod(Math.floorDiv(at, SLOT), (long) SLOTS);
  }
}
