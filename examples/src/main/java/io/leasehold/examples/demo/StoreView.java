package io.leasehold.examples.demo;

import io.leasehold.HolderInfo;
import io.leasehold.LeaseClient;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What the store says, asked by a client that has no part in what goes on. */
final class StoreView {

  private static final long PAUSE_MILLIS = 50;

  private final LeaseClient client;
  private final String leaseName;
  private final LeaseClock clock = LeaseClock.system();

  StoreView(LeaseClient client, String leaseName) {
    this.client = client;
    this.leaseName = leaseName;
  }

  Optional<HolderInfo> holder() {
    return client.holder(leaseName);
  }

  /** Asks until the answer is as wanted. */
  Optional<HolderInfo> await(Predicate<Optional<HolderInfo>> wanted, String what, Duration bound)
      throws StepFailedException, InterruptedException {
    long end = clock.nanos() + bound.toNanos();
    Optional<HolderInfo> holder = holder();
    while (!wanted.test(holder)) {
      if (clock.nanos() - end > 0) {
        throw new StepFailedException(
            "the store did not show "
                + what
                + " within "
                + Narrator.seconds(bound)
                + "; it shows "
                + holder.map(StoreView::text).orElse("nobody"));
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      holder = holder();
    }
    return holder;
  }

  static String text(HolderInfo holder) {
    return "token "
        + holder.fencingToken()
        + ", held by pid "
        + holder.metadata().getOrDefault("pid", "(not told)")
        + holder.remaining().map(left -> ", ttl left " + Narrator.seconds(left)).orElse("");
  }
}
