package io.leasehold.engine.lease;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;

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
  private final InterruptGuard guard = new InterruptGuard(hits);

  @Operation
  public void interrupt() {
    guard.interrupt();
  }

  /** After this the count stands still: an interrupt has come before, or never comes. */
  @Operation(runOnce = true)
  public int done() {
    guard.done();
    return hits.count.get();
  }

  @Operation
  public int interrupts() {
    return hits.count.get();
  }
}
