package io.leasehold.engine.proof;

import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.engine.lease.LeaseSignals;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * Listeners that are registered while the signal is given, and signals that are posted together.
 */
public class SignalsRace {

  private static final Loss LOSS =
      new Loss("orders/1", 1, LossReason.NOT_OWNER, Optional.empty(), Duration.ZERO, "", "");

  private final LeaseSignals signals = new LeaseSignals();
  private final AtomicInteger registered = new AtomicInteger();
  private final AtomicInteger told = new AtomicInteger();
  private final AtomicBoolean given = new AtomicBoolean();

  private final AtomicInteger posted = new AtomicInteger();
  private final AtomicInteger delivered = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicBoolean overlapped = new AtomicBoolean();

  @Operation
  public void register() {
    registered.incrementAndGet();
    if (!signals.addLost(loss -> told.incrementAndGet())) {
      told.incrementAndGet(); // too late for the list: told directly
    }
  }

  @Operation
  public void give() {
    given.set(true);
    signals.takeLost().forEach(listener -> listener.accept(LOSS));
  }

  @Operation
  public void post() {
    posted.incrementAndGet();
    if (signals.post(this::oneSignal)) {
      signals.deliver();
    }
  }

  private void oneSignal() {
    if (underWay.incrementAndGet() > 1) {
      overlapped.set(true);
    }
    delivered.incrementAndGet();
    underWay.decrementAndGet();
  }

  /** When all is over, each listener was told once, and each signal delivered once and alone. */
  @Validate
  public void eachIsToldOnce() {
    int due = given.get() ? registered.get() : 0;
    if (told.get() != due) {
      throw new IllegalStateException(told + " told, due: " + due);
    }
    if (delivered.get() != posted.get() || overlapped.get()) {
      throw new IllegalStateException(
          delivered + " of " + posted + " delivered, overlapping: " + overlapped);
    }
  }
}
