package io.leasehold.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.OwnerToken;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is known of attempts while calls for one of them meet. */
class AttemptsTest {

  private final Attempts attempts = new Attempts(LeaseClock.system());
  private final OwnerToken owner = OwnerToken.random();

  /** Between noting an attempt and sending it an abandon would send its deletes first. */
  @Test
  void anAbandonWaitsUntilTheAttemptIsOnItsWay() throws Exception {
    try (ZooKeeperServer server = ZooKeepers.server();
        LeaseBackend backend = ZooKeepers.connect(server)) {
      Grant grant = ZooKeepers.acquire(backend, "any");
      Tenancy tenancy = (Tenancy) grant.cookie();
      CountDownLatch noted = new CountDownLatch(1);
      CountDownLatch send = new CountDownLatch(1);
      CompletableFuture<Optional<Boolean>> sent =
          CompletableFuture.supplyAsync(
              () -> attempts.begin(owner, tenancy, () -> passes(noted, send)),
              work -> new Thread(work).start());
      assertThat(noted.await(20, TimeUnit.SECONDS)).isTrue();
      Thread abandoning = new Thread(() -> attempts.sentBeforeAbandon(owner));
      abandoning.start();
      ZooKeeperServer.until(
          "the abandon waits", () -> abandoning.getState() == Thread.State.WAITING);
      assertThat(sent).isNotDone();
      send.countDown();
      assertThat(sent.get(20, TimeUnit.SECONDS)).contains(true);
      abandoning.join(TimeUnit.SECONDS.toMillis(20));
      assertThat(attempts.sentBeforeAbandon(owner).map(Attempts.Sent::tenancy)).contains(tenancy);
      attempts.abandoned(owner);
      assertThat(attempts.begin(owner, tenancy, () -> true)).isEmpty();
      assertThat(attempts.repeat(owner, () -> true)).isEmpty();
    }
  }

  private static boolean passes(CountDownLatch noted, CountDownLatch send) {
    noted.countDown();
    try {
      return send.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsAbandonedFirstIsNeverSent() {
    assertThat(attempts.sentBeforeAbandon(owner)).isEmpty();
    assertThat(attempts.repeat(owner, () -> true)).isEmpty();
  }
}
