package io.leasehold.engine.watch;

import io.leasehold.engine.lease.HeldLease;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The due renewals of one domain, at most {@value #FLIGHTS} batches of them under way: a frozen
 * domain fills its own lane and delays no other (G10). The second flight is there so that a lease
 * whose first renewal hangs gets another try.
 */
public final class RenewalLane {

  private static final int FLIGHTS = 2;

  private final Queue<HeldLease> waiting = new ConcurrentLinkedQueue<>();
  private final Semaphore flights = new Semaphore(FLIGHTS);
  private final int maxBatch;
  private final Executor workers;
  private final Consumer<List<HeldLease>> renewal;
  private final BiConsumer<List<HeldLease>, Throwable> grounded;

  /**
   * @param renewal renews a batch, on a worker
   * @param grounded takes back a batch for which there is no worker
   */
  public RenewalLane(
      int maxBatch,
      Executor workers,
      Consumer<List<HeldLease>> renewal,
      BiConsumer<List<HeldLease>, Throwable> grounded) {
    this.maxBatch = maxBatch;
    this.workers = workers;
    this.renewal = renewal;
    this.grounded = grounded;
  }

  /** Only the watchdog adds. */
  public void add(HeldLease lease) {
    lease.plan.inLane(true);
    waiting.add(lease);
  }

  /** Starts batches while there are renewals and free flights; never blocks. */
  public void depart() {
    // A worker that frees its flight calls this too: a renewal added meanwhile is not forgotten.
    while (!waiting.isEmpty() && flights.tryAcquire()) {
      List<HeldLease> batch = nextBatch();
      if (batch.isEmpty()) {
        flights.release();
      } else {
        start(batch);
      }
    }
  }

  @SuppressWarnings("CatchThrowable") // a machine out of threads throws an Error here
  private void start(List<HeldLease> batch) {
    try {
      workers.execute(() -> fly(batch));
    } catch (Throwable t) {
      flights.release();
      grounded.accept(batch, t);
    }
  }

  private List<HeldLease> nextBatch() {
    List<HeldLease> batch = new ArrayList<>();
    HeldLease lease;
    while (batch.size() < maxBatch && (lease = waiting.poll()) != null) {
      batch.add(lease);
    }
    return batch;
  }

  private void fly(List<HeldLease> batch) {
    try {
      renewal.accept(batch);
    } finally {
      flights.release();
      depart();
    }
  }

  public boolean hasWaiting() {
    return !waiting.isEmpty();
  }

  /** Only the watchdog asks: then nobody adds at the same time. */
  public boolean isIdle() {
    return waiting.isEmpty() && flights.availablePermits() == FLIGHTS;
  }
}
