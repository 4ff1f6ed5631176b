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
 * domain fills its own lane and delays no other (G10). The second flight is there for the others
 * where one hangs; the next try of what hangs goes to the lane apart ({@link RenewalLanes}).
 */
public final class RenewalLane {

  private static final int FLIGHTS = 2;
  private static final int ROOM = 256;

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
    boolean added = false;
    try {
      added = waiting.add(lease);
    } finally {
      if (!added) { // an Error: a lease that seems to be in a lane is not put into one
        lease.plan.inLane(false);
      }
    }
  }

  /** Starts batches while there are renewals and free flights; never blocks. */
  public void depart() {
    // A worker that frees its flight calls this too: a renewal added meanwhile is not forgotten.
    while (!waiting.isEmpty() && flights.tryAcquire()) {
      boolean flies = false;
      try {
        List<HeldLease> batch = nextBatch();
        flies = !batch.isEmpty() && starts(batch);
      } finally {
        if (!flies) { // a flight that an Error took away would be missing for ever
          flights.release();
        }
      }
    }
  }

  @SuppressWarnings("CatchThrowable") // a machine out of threads throws an Error here
  private boolean starts(List<HeldLease> batch) {
    try {
      workers.execute(() -> fly(batch));
      return true;
    } catch (Throwable t) {
      grounded.accept(batch, t);
      return false;
    }
  }

  private List<HeldLease> nextBatch() {
    // Its room is made before anything is taken out: an Error in between would lose what was.
    List<HeldLease> batch = new ArrayList<>(Math.min(maxBatch, ROOM));
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
