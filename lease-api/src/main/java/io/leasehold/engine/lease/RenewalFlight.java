package io.leasehold.engine.lease;

import io.leasehold.engine.time.Latches;
import io.leasehold.spi.LeaseClock;
import java.util.concurrent.CountDownLatch;

/** One renewal call under way, for one lease or for a batch. */
public final class RenewalFlight {

  /** Read before the request left: the earliest instant at which the store's ttl can start. */
  public final long sentAt;

  private final CountDownLatch done = new CountDownLatch(1);

  public RenewalFlight(long sentAt) {
    this.sentAt = sentAt;
  }

  /** The call has returned and its answers were applied. */
  public void land() {
    done.countDown();
  }

  public boolean hasLanded() {
    return done.getCount() == 0;
  }

  /**
   * Waits for the call to return, not longer than the call itself may take. An interrupt does not
   * shorten the wait; the flag is kept.
   */
  public void awaitLanding(LeaseClock clock, long nanos) {
    Latches.await(done, clock, nanos);
  }
}
