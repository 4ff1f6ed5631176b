package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseState;
import io.leasehold.ReleaseResult;
import io.leasehold.tck.net.HeldData;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Releases whose request or answer is late or lost: validity ends first, the name is freed. */
class RedisLostReleaseTest {

  private static final Duration CALL_TIMEOUT = Duration.ofMillis(120);

  /** So long that whatever is free in the time of a test was freed by somebody. */
  private static final Duration LONG_TTL = Duration.ofMinutes(1);

  private final RedisServer server = RedisServer.start();
  private final FarClient far = new FarClient(server, CALL_TIMEOUT);
  private final LeaseClient rival = LeaseClient.open(server.uri());

  @AfterEach
  void end() {
    far.close();
    rival.close();
    server.close();
  }

  private static LeaseRequest request(String name) {
    return LeaseRequest.of(name).ttl(LONG_TTL).wait(FarClient.BOUND);
  }

  private static ReleaseResult get(Future<ReleaseResult> release) throws Exception {
    return release.get(FarClient.BOUND.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void aReleaseOfWhichOneTryFailsIsConfirmedAndSparesTheNextHolder() throws Exception {
    int rounds = 20;
    int confirmed = 0;
    for (int i = 0; i < rounds; i++) {
      Lease lease = far.client.acquire(request("lease " + i));
      boolean request = i % 5 >= 3;
      HeldData held =
          request ? far.holdCall(RedisScript.RELEASE) : far.holdAnswer(RedisScript.RELEASE);
      long before = failedTries();
      Runnable unknown = far.more(Kind.RELEASE_ANSWERED, "UNKNOWN", 1);
      Runnable ended = far.more(Kind.ENDED, 1);
      Runnable resolved = far.more(Kind.RELEASE_RESOLVED, 1);
      Future<ReleaseResult> release = Together.begin(lease::release);
      FarClient.awaitCaught(held);
      assertThat(lease.isHeld()).as("before the release was sent").isFalse();
      switch (i % 5) {
        case 0 -> FarClient.delay(held, CALL_TIMEOUT.dividedBy(4));
        case 1 -> { // the answer is too late
          unknown.run();
          FarClient.letGoTooLate(held);
        }
        case 2, 3 -> far.cut(held);
        default -> unknown.run(); // the call is too late, see below
      }
      ReleaseResult result = get(release);
      ended.run();
      // On a slow machine the second try may fail too, or find no connection in its time.
      boolean twice = failedTries() - before > 1;
      assertThat(result).isEqualTo(twice ? ReleaseResult.UNKNOWN : ReleaseResult.RELEASED);
      confirmed += twice ? 0 : 1;
      if (twice) {
        resolved.run();
      }
      Lease next = rival.tryAcquire(request(lease.name())).orElseThrow();
      if (i % 5 == 4) {
        far.run(held);
        assertThat(far.stands(next)).as("the late release is of another owner").isTrue();
      }
      assertThat(next.release()).isEqualTo(ReleaseResult.RELEASED);
    }
    assertThat(failedTries()).isGreaterThanOrEqualTo(4 * rounds / 5);
    assertThat(confirmed).isGreaterThan(rounds / 2);
    assertThat(far.events.count(Kind.LOST)).isZero();
  }

  private long failedTries() {
    return far.events.count(Kind.RELEASE_ANSWERED, "UNKNOWN")
        + far.events.count(Kind.RELEASE_ANSWERED, "REFUSED");
  }

  @Test
  void aReleaseThatCannotBeConfirmedIsUnknownAndItsNameIsFreedAfterwards() throws Exception {
    for (int i = 0; i < 4; i++) {
      Lease lease = far.client.acquire(request("lease " + i));
      Runnable resolved = far.more(Kind.RELEASE_RESOLVED, "RELEASED", 1);
      far.proxy.blackHole();
      assertThat(lease.release()).isEqualTo(ReleaseResult.UNKNOWN);
      assertThat(lease.state()).isEqualTo(LeaseState.RELEASE_UNKNOWN);
      assertThat(lease.isHeld()).isFalse();
      assertThat(far.stands(lease)).isTrue();
      far.proxy.heal();
      resolved.run();
      rival.tryAcquire(request(lease.name())).orElseThrow().close();
    }
    assertThat(far.events.count(Kind.LOST)).isZero();
  }

  @Test
  void aRenewalThatReachesTheServerAfterTheReleaseExtendsNothing() throws Exception {
    Duration ttl = Duration.ofMillis(900);
    int released = 0;
    for (int i = 0; released < 4; i++) {
      assertThat(i).as("rounds, of which %s had a release in time", released).isLessThan(20);
      Lease lease =
          far.client.acquire(LeaseRequest.of("lease " + i).ttl(ttl).wait(FarClient.BOUND));
      Runnable ended = far.more(Kind.ENDED, 1);
      HeldData renewal = far.holdCall(RedisScript.RENEW);
      FarClient.awaitCaught(renewal);
      if (lease.release() != ReleaseResult.RELEASED) {
        FarClient.letGo(renewal);
        continue; // the machine stood still for so long that the lease was lost
      }
      released++;
      if (i % 2 == 0) {
        far.run(renewal);
        assertThat(far.exists(lease.name())).isFalse();
      } else {
        Lease next = rival.tryAcquire(request(lease.name())).orElseThrow();
        far.run(renewal);
        assertThat(far.stands(next)).isTrue();
        assertThat(rival.holder(next.name()).orElseThrow().remaining().orElseThrow())
            .as("still its own ttl")
            .isGreaterThan(LONG_TTL.dividedBy(2));
        next.close();
      }
      ended.run();
      noRenewalIsSentAfterTheReleaseHasBegun(lease.owner());
      assertThat(lease.isHeld()).isFalse();
    }
  }

  private void noRenewalIsSentAfterTheReleaseHasBegun(String owner) {
    List<LeaseEvent> begun =
        far.events.of(Kind.RELEASE_BEGUN).stream().filter(e -> e.owner().equals(owner)).toList();
    assertThat(begun).hasSize(1);
    assertThat(far.events.of(Kind.RENEWAL_SENT).stream().filter(e -> e.owner().equals(owner)))
        .isNotEmpty()
        .allMatch(sent -> sent.atNanos() - begun.get(0).atNanos() <= 0);
  }
}
