package io.leasehold.engine.lease;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** The end of guarded work against the interrupts of losses. */
public class InterruptGuardRace {

  /** What an interrupt does; a class of its own, because the checker does not look into lambdas. */
  private static final class Hits implements Runnable {
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public void run() {
      count.incrementAndGet();
    }
  }

  private final Hits hits = new Hits();
  private final AtomicInteger atDone = new AtomicInteger(-1);
  private final InterruptGuard guard = new InterruptGuard(hits);

  @Operation
  public void interrupt() {
    guard.interrupt();
  }

  /** After this the count stands still: an interrupt has come before, or never comes. */
  @Operation(runOnce = true)
  public int done() {
    guard.done();
    int seen = hits.count.get();
    atDone.set(seen);
    return seen;
  }

  /** When all is over, there was one interrupt at most, and none after the work had ended. */
  @Validate
  public void noneCameLate() {
    int count = hits.count.get();
    int seen = atDone.get();
    if (count > 1 || (seen >= 0 && count != seen)) {
      throw new IllegalStateException(count + " interrupts, when the work ended: " + seen);
    }
  }
}
