package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseRequest;
import io.leasehold.tck.net.HeldData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every renewal goes wrong once, in one way or another, and the lease stays held. */
class RedisLostRenewalTest {

  private static final Duration TTL = Duration.ofMillis(1_500);
  private static final Duration CALL_TIMEOUT = Duration.ofMillis(150);

  /** max(20 ms, ttl/50), and the millisecond of the server's clock. */
  private static final Duration MARGIN = TTL.dividedBy(50).plusMillis(1);

  /** TTL - 1.1 * interval - 2 * callTimeout - backoff - window - margin: 559 ms, and some rest. */
  private static final Duration SPARE = Duration.ofMillis(500);

  private static final int FATES = 5;

  private final RedisServer server = RedisServer.start();
  private final List<FarClient> clients = new ArrayList<>();

  @AfterEach
  void end() {
    clients.forEach(FarClient::close);
    server.close();
  }

  @Test
  void oneFailureOfEachRenewalCostsNoLease() throws Exception {
    List<Together.Work<String>> works = new ArrayList<>();
    for (int n = 0; n < FATES; n++) {
      FarClient far = new FarClient(server, CALL_TIMEOUT);
      int first = n;
      clients.add(far);
      works.add(() -> hold(far, first));
    }
    try (Stalls stalls = new Stalls()) {
      for (String trouble : Together.all(works)) {
        boolean excused = !stalls.excuse(SPARE).isZero();
        assertThat(trouble.isEmpty() || excused)
            .as("%s; stalls %s", trouble, stalls.longest())
            .isTrue();
      }
    }
    long failed = clients.stream().mapToLong(far -> answered(far, "UNKNOWN")).sum();
    // Of its five each client has one that is slow and in time.
    assertThat(failed).isGreaterThanOrEqualTo(FATES * (FATES - 1));
  }

  private static long answered(FarClient far, String outcome) {
    return far.events.count(Kind.RENEWAL_ANSWERED, outcome);
  }

  /** Empty if all went well, else what was lost. */
  private String hold(FarClient far, int first) throws Exception {
    Lease lease =
        far.client.acquire(LeaseRequest.of("lease " + first).ttl(TTL).wait(FarClient.BOUND));
    Told told = new Told(lease);
    for (int n = 0; n < FATES && told.words.isEmpty(); n++) {
      int fate = (first + n) % FATES;
      Runnable renewed = far.more(Kind.RENEWAL_ANSWERED, "RENEWED", 1);
      Runnable unknown = far.more(Kind.RENEWAL_ANSWERED, "UNKNOWN", 1);
      HeldData held =
          fate < 3 ? far.holdAnswer(RedisScript.RENEW) : far.holdCall(RedisScript.RENEW);
      FarClient.awaitCaught(held);
      switch (fate) {
        case 0 -> FarClient.delay(held, CALL_TIMEOUT.dividedBy(3));
        case 1 -> { // the answer is too late
          unknown.run();
          FarClient.letGoTooLate(held);
        }
        case 2, 3 -> far.cut(held);
        default -> unknown.run();
      }
      renewed.run();
      if (fate == 4) { // the call is too late: after the one that repeated it
        FarClient.letGo(held);
      }
    }
    validityCountsFromTheSend(far);
    if (told.words.isEmpty()) {
      assertThat(lease.confirmHeld()).isTrue();
      lease.close();
      return "";
    }
    return told.words.toString();
  }

  private static void validityCountsFromTheSend(FarClient far) {
    for (LeaseEvent event : far.events.of(Kind.RENEWAL_ANSWERED)) {
      if (event.detail().equals("EXTENDED")) {
        assertThat(event.validUntilNanos())
            .isEqualTo(far.events.sendOf(event) + TTL.minus(MARGIN).toNanos());
      }
    }
  }
}
