package io.leasehold.servers;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseRequest;
import io.leasehold.tck.fixture.UriBackends;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.Jitter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** A thousand leases of one client behind a way that is slow and uneven: none may be lost. */
public final class ThousandLeases {

  private static final int LEASES = 1_000;
  private static final int TTLS = 10;
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(1);
  private static final Jitter WAY =
      new Jitter(Duration.ofMillis(100), Duration.ofMillis(50), 0.25, 11);

  private ThousandLeases() {}

  /**
   * Takes them on an even way, makes the way uneven (100 +-50 ms each way, one like the last by 25
   * %), and watches for ten ttls.
   *
   * @param uri of the store; of one server
   * @param ttl of the leases: two batches are under way at once, and each takes up to 300 ms
   * @throws AssertionError if a lease was lost, or none was renewed
   */
  public static void liveThroughJitter(String uri, Duration ttl) {
    URI store = URI.create(uri);
    Queue<String> lost = new ConcurrentLinkedQueue<>();
    List<Lease> held = new ArrayList<>();
    try (FaultProxy proxy = FaultProxy.to(store.getHost(), store.getPort());
        LeaseClient client =
            LeaseClient.builder()
                .uri(UriBackends.at(store, "127.0.0.1", proxy.port()))
                .callTimeout(CALL_TIMEOUT)
                .open()) {
      for (int n = 0; n < LEASES; n++) {
        Lease lease = client.acquire(LeaseRequest.of("many/" + n).ttl(ttl));
        lease.onLost(loss -> lost.add(loss.toString()));
        held.add(lease);
      }
      proxy.delay(WAY);
      long end = System.nanoTime() + ttl.multipliedBy(TTLS).toNanos();
      while (System.nanoTime() - end < 0 && lost.isEmpty()) {
        LockSupport.parkNanos(ttl.dividedBy(20).toNanos());
      }
      long still = held.stream().filter(Lease::isHeld).count();
      proxy.heal();
      if (!lost.isEmpty() || still != LEASES) {
        throw new AssertionError(
            still
                + " of "
                + LEASES
                + " leases are held; lost: "
                + lost.size()
                + ", "
                + lost.peek());
      }
      held.forEach(Lease::close);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }
}
