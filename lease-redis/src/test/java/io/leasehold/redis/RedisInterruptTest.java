package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseInterruptedException;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.Jitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Acquires that are interrupted anywhere leave nothing behind. */
class RedisInterruptTest {

  private static final int ACQUIRES = 1_000;
  private static final Duration TTL = Duration.ofSeconds(3);

  private final AtomicInteger interrupted = new AtomicInteger();
  private final AtomicInteger granted = new AtomicInteger();

  @Test
  void aThousandInterruptedAcquiresLeaveNoKeyAndKeepTheFlag() throws Exception {
    try (RedisServer server = RedisServer.start();
        FaultProxy proxy = FaultProxy.to("127.0.0.1", server.port());
        LeaseBackend other = Redises.connect(server.uri());
        LeaseClient client =
            LeaseClient.builder()
                .backend(Redises.connect("redis://127.0.0.1:" + proxy.port()))
                .open()) {
      Redises.grant(other, "busy");
      // So slow a way that interrupts meet the request, the server and the answer.
      proxy.delay(new Jitter(Duration.ofNanos(500_000), Duration.ofNanos(500_000), 0, 7));
      Random random = new Random(7);
      List<String> wrong = new ArrayList<>();
      for (int i = 0; i < ACQUIRES; i++) {
        String name = i % 3 == 0 ? "busy" : "free " + i;
        Thread thread = new Thread(() -> acquire(client, name, wrong));
        thread.start();
        LockSupport.parkNanos(random.nextInt(3_000_000));
        thread.interrupt();
        thread.join();
      }
      assertThat(wrong).isEmpty();
      assertThat(interrupted).hasValueGreaterThan(ACQUIRES / 3);
      assertThat(granted).hasPositiveValue();
      proxy.heal();
      RedisServer.until(
          "only the other client's lease is left",
          () -> server.keys("*:lease:*").equals(List.of(Redises.leaseKey("busy"))));
      assertThat(server.keys("*:wait:*")).hasSizeLessThan(2);
    }
  }

  private void acquire(LeaseClient client, String name, List<String> wrong) {
    try (Lease lease = client.acquire(LeaseRequest.of(name).ttl(TTL).wait(TTL))) {
      granted.incrementAndGet();
      // Whether the interrupt has come yet nobody knows; it comes, and stays.
      while (!Thread.currentThread().isInterrupted()) {
        LockSupport.park(lease);
      }
    } catch (LeaseInterruptedException e) {
      interrupted.incrementAndGet();
      if (!Thread.currentThread().isInterrupted()) {
        wrong.add("the flag was lost: " + e);
      }
    } catch (InterruptedException | RuntimeException e) {
      wrong.add(e.toString());
    }
  }
}
