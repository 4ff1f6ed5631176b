package io.leasehold.engine.lease;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;

/** The end of guarded work against the interrupts of losses. */
public class InterruptGuardRace {

  private final AtomicInteger interrupts = new AtomicInteger();
  private final InterruptGuard guard = new InterruptGuard(interrupts::incrementAndGet);

  @Operation
  public void interrupt() {
    guard.interrupt();
  }

  /** After this the count stands still: an interrupt has come before, or never comes. */
  @Operation(runOnce = true)
  public int done() {
    guard.done();
    return interrupts.get();
  }

  @Operation
  public int interrupts() {
    return interrupts.get();
  }
}
