package io.leasehold.redis;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.process.ChildMain;
import io.leasehold.tck.process.HoldLog;
import java.time.Duration;

/**
 * A child JVM that is stopped somewhere in the life of a lease. It takes the lease on "hold", looks
 * at it all the time, and lets it go on "release". When it finds that it does not hold it any more
 * it writes what it was about to write: the write that no check can keep back.
 */
final class PausedHolder {

  private static final Duration LONG = Duration.ofMinutes(1);

  private final ChildMain parent;
  private final HoldLog log;
  private final LeaseClient client;
  private final LeaseRequest request;
  private final LeaseClock clock = LeaseClock.system();

  private PausedHolder(ChildMain parent, String[] args) {
    this.parent = parent;
    this.log = new HoldLog(parent);
    Duration ttl = Duration.ofMillis(Long.parseLong(args[1]));
    Duration callTimeout = Duration.ofMillis(Long.parseLong(args[2]));
    this.client =
        LeaseClient.builder()
            .backend(FarClient.connect(args[0], callTimeout))
            .backoff(Duration.ofMillis(10))
            .pollInterval(ttl.dividedBy(4))
            .observer(this::saw)
            .open();
    this.request = LeaseRequest.of(args[3]).ttl(ttl).wait(LONG);
  }

  /** Arguments: URI, ttl and callTimeout in ms, the name. */
  public static void main(String[] args) throws InterruptedException {
    ChildMain parent = ChildMain.start();
    PausedHolder holder = new PausedHolder(parent, args);
    parent.emit("READY", "");
    String order = "";
    while (!order.equals("enough")) {
      order = parent.nextCommand(LONG).orElse("enough");
      if (order.equals("hold")) {
        holder.hold();
      } else if (order.equals("release")) {
        parent.emit("RELEASED", "NOTHING"); // it was lost before
      }
    }
    holder.client.close();
  }

  private void saw(LeaseEvent event) {
    log.on(event);
    if (event.kind() == Kind.ATTEMPT_ANSWERED || event.kind() == Kind.RENEWAL_ANSWERED) {
      parent.emit(event.outcome(), event.detail());
    } else if (event.kind() == Kind.ENDED) {
      parent.emit("ENDED", event.fencingToken() + " " + event.outcome());
    }
  }

  private void hold() throws InterruptedException {
    long heldAt = clock.nanos();
    Lease lease = client.acquire(request);
    lease.onLost(loss -> parent.emit("LOST", lease.fencingToken() + " " + loss.reason()));
    log.got(lease, heldAt, clock.nanos());
    parent.emit("TOKEN", lease.fencingToken());
    while (true) {
      long before = clock.nanos();
      boolean held = lease.isHeld();
      long after = clock.nanos();
      if (!held) {
        log.let(lease.owner(), heldAt);
        parent.emit("NOT-HELD", heldAt + " " + before + " " + (after - before));
        parent.emit("WRITE", lease.fencingToken());
        lease.close();
        return;
      }
      heldAt = before;
      if (parent.nextCommand(Duration.ofMillis(1)).isPresent()) {
        log.held(lease.owner(), heldAt);
        log.let(lease.owner(), heldAt);
        parent.emit("RELEASED", lease.release() + (lease.isHeld() ? " HELD" : ""));
        return;
      }
    }
  }
}
