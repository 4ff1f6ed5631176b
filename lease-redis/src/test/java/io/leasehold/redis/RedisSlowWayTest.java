package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseRequest;
import io.leasehold.tck.net.Jitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A slow network costs no lease as long as an answer comes within callTimeout. */
class RedisSlowWayTest {

  private static final int LEASES = 10;
  private static final int RENEWALS_EACH = 3;

  /**
   * A way to the server.
   *
   * @param spare what the ttl has over the slack inequality's sum, and callTimeout over the delays
   */
  private record Way(String name, Jitter delay, Duration callTimeout, Duration ttl, long spare) {}

  private static final List<Way> WAYS =
      List.of(
          new Way(
              "100 +- 50 ms each way, one like the last",
              new Jitter(Duration.ofMillis(100), Duration.ofMillis(50), 0.25, 11),
              Duration.ofMillis(500),
              Duration.ofMillis(2_500),
              200),
          new Way(
              "300 ms there and back",
              Jitter.constant(Duration.ofMillis(150)),
              Duration.ofSeconds(1),
              Duration.ofMillis(3_500),
              80));

  @Test
  void aWaySlowerThanMostButWithinTheCallTimeoutCostsNoLease() throws Exception {
    try (RedisServer server = RedisServer.start();
        Stalls stalls = new Stalls()) {
      List<Together.Work<String>> works = new ArrayList<>();
      WAYS.forEach(way -> works.add(() -> hold(server, way, stalls)));
      assertThat(Together.all(works)).containsOnly("");
    }
  }

  /** Empty if all leases were held until each had been renewed so many times. */
  private static String hold(RedisServer server, Way way, Stalls stalls) throws Exception {
    try (FarClient far = new FarClient(server, way.callTimeout)) {
      List<Told> held = new ArrayList<>();
      for (int n = 0; n < LEASES; n++) {
        LeaseRequest request = LeaseRequest.of(way.name + " " + n).ttl(way.ttl);
        held.add(new Told(far.client.acquire(request)));
      }
      far.proxy.delay(way.delay);
      RedisServer.until(
          "each is renewed " + RENEWALS_EACH + " times, or one is lost",
          () -> renewedEnough(far, held) || held.stream().anyMatch(told -> !told.words.isEmpty()));
      boolean kept = held.stream().allMatch(told -> told.words.isEmpty() && told.lease.isHeld());
      boolean inTime = far.events.count(Kind.RENEWAL_ANSWERED, "UNKNOWN") == 0;
      far.proxy.heal();
      held.stream().map(told -> told.lease).forEach(Lease::close);
      boolean excused = !stalls.excuse(Duration.ofMillis(way.spare)).isZero();
      return (kept && inTime) || excused
          ? ""
          : way + ": " + held.stream().map(told -> told.words).toList() + stalls.longest();
    }
  }

  private static boolean renewedEnough(FarClient far, List<Told> held) {
    return held.stream()
        .map(told -> told.lease.owner())
        .allMatch(
            owner -> far.events.count(Kind.RENEWAL_ANSWERED, "RENEWED", owner) >= RENEWALS_EACH);
  }
}
