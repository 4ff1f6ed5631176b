package io.leasehold.tck.scenario.process;

import io.leasehold.Lease;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import java.util.concurrent.locks.LockSupport;

/**
 * The work that a lease guards, as far as the kit is concerned: it looks at the lease all the time,
 * by {@code isHeld()} and nothing else. When it finds that it is not held any more it writes what
 * it was about to write: the late write that no check can keep back.
 */
final class Watch {

  private static final long STEP = 1_000_000;

  /** Not every look is worth a line; one after a pause is. */
  private static final long BETWEEN_LINES = 20_000_000;

  /** Where the work's result goes. */
  @FunctionalInterface
  interface Resource {
    void write(Lease lease);
  }

  private final String by;
  private final Lease lease;
  private final Recorder recorder;
  private final Resource resource;
  private final Thread thread;
  private volatile boolean over;
  private volatile boolean found;

  private Watch(String by, Lease lease, Recorder recorder, Resource resource) {
    this.by = by;
    this.lease = lease;
    this.recorder = recorder;
    this.resource = resource;
    this.thread = new Thread(this::work, "leasehold-tck-work-" + by);
  }

  static Watch over(String by, Lease lease, Recorder recorder, Resource resource) {
    Watch watch = new Watch(by, lease, recorder, resource);
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  /**
   * Ends the work.
   *
   * @return whether the lease was held until now, as far as it has looked
   */
  boolean end() throws InterruptedException {
    over = true;
    LockSupport.unpark(thread);
    thread.join();
    return !found;
  }

  private void work() {
    resource.write(lease);
    long told = Long.MIN_VALUE;
    long last = Long.MIN_VALUE;
    while (!over) {
      long before = recorder.now();
      if (!lease.isHeld()) {
        long after = recorder.now();
        tell(last, told);
        recorder.noteAt(
            after, by, What.NOT_HELD, lease.name(), lease.owner(), "took", after - before);
        found = true;
        resource.write(lease);
        return;
      }
      last = before;
      if (told == Long.MIN_VALUE || before - told >= BETWEEN_LINES) {
        tell(before, told);
        told = before;
      }
      LockSupport.parkNanos(STEP);
    }
    tell(last, told);
  }

  private void tell(long look, long told) {
    if (look != told) {
      recorder.noteAt(look, by, What.HELD, lease.name(), lease.owner());
    }
  }
}
