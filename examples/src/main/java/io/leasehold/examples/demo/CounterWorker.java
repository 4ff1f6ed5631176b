package io.leasehold.examples.demo;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseRequest;
import io.leasehold.Loss;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.process.ChildMain;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The application of the demo: waits for the lease, and while it holds it adds one to the counter
 * again and again. It reads, works for a while, and writes, as most programs do.
 */
final class CounterWorker {

  private static final int LOOKS = 1_001;

  private final ChildMain parent;
  private final SharedCounter counter;
  private final Duration work;
  private final LeaseClock clock = LeaseClock.system();

  private CounterWorker(ChildMain parent, SharedCounter counter, Duration work) {
    this.parent = parent;
    this.counter = counter;
    this.work = work;
  }

  /** Arguments: URI, ttl and call timeout in ms, lease name, counter directory, fenced or not. */
  public static void main(String[] args) throws Exception {
    ChildMain parent = ChildMain.start();
    Duration ttl = Duration.ofMillis(Long.parseLong(args[1]));
    SharedCounter counter = new SharedCounter(Path.of(args[4]), Boolean.parseBoolean(args[5]));
    try (LeaseClient leases = Demo.open(args[0], ttl, Duration.ofMillis(Long.parseLong(args[2])))) {
      LeaseRequest request = LeaseRequest.of(args[3]).ttl(ttl).wait(Duration.ofMinutes(2));
      parent.emit("WAITING", "");
      try (Lease lease = leases.acquire(request)) {
        new CounterWorker(parent, counter, ttl.dividedBy(6)).run(lease);
      }
    }
    parent.emit("CLOSED", "");
  }

  private void run(Lease lease) throws IOException, InterruptedException {
    lease.onLost(this::lost);
    parent.emit("HELD", lease.fencingToken());
    while (lease.isHeld()) {
      long value = counter.read().value();
      parent.emit("WORKING", value);
      boolean finish = parent.nextCommand(work).isPresent();
      firstRead(lease);
      // No check can protect this write: the process may be stopped right after any check. So it
      // carries the token, and the counter decides.
      SharedCounter.Written written = counter.write(lease.fencingToken(), value + 1);
      parent.emit(written.accepted() ? "WROTE" : "REJECTED", value + 1);
      if (finish) {
        parent.emit("RELEASE", lease.release());
        return;
      }
    }
    parent.emit("STOPPED", "");
    // Told on another thread; the process must not end before it was.
    lease.whenEnded().orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** The first thing after the work; if the process was stopped in it, in the woken code. */
  private void firstRead(Lease lease) {
    if (!lease.isHeld()) {
      parent.emit("NOT-HELD", medianReadNanos(lease));
    }
  }

  /** How long one look at the lease takes; the median, because anything may interrupt a thread. */
  private long medianReadNanos(Lease lease) {
    long[] took = new long[LOOKS];
    for (int n = 0; n < LOOKS; n++) {
      long begin = clock.nanos();
      if (lease.isHeld()) {
        throw new IllegalStateException("a lease that was not held is held again");
      }
      took[n] = clock.nanos() - begin;
    }
    Arrays.sort(took);
    return took[LOOKS / 2];
  }

  private void lost(Loss loss) {
    parent.emit("LOST", loss.reason() + ": " + loss.detail());
  }
}
