package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.net.HeldData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/**
 * Acquires, and abandons, that the server runs and nobody hears of, or hears of too late, or that
 * reach the server when nobody wants them any more: in the end the one who asked has a lease or
 * nobody has.
 */
class RedisLostAcquireTest {

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

  /** Somebody else gets it now, with a greater token. */
  private Lease rivalGets(String name) {
    return rival.tryAcquire(request(name)).orElseThrow();
  }

  private void tryInVain(String name) {
    LeaseNotAcquiredException error =
        catchThrowableOfType(
            LeaseNotAcquiredException.class, () -> far.client.tryAcquire(request(name)));
    assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
  }

  @Test
  void whenTheAnswerIsLateOrLostTheCallerGetsOneLeaseAndNoOtherIsLeft() throws Exception {
    int rounds = 18;
    for (int i = 0; i < rounds; i++) {
      String name = "lease " + i;
      HeldData answer = far.holdAnswer(RedisScript.ACQUIRE);
      Runnable unknown = far.more(Kind.ATTEMPT_ANSWERED, "UNKNOWN", 1);
      Future<Lease> call = Together.begin(() -> far.client.acquire(request(name)));
      FarClient.awaitCaught(answer);
      switch (i % 3) {
        case 0 -> FarClient.delay(answer, CALL_TIMEOUT.dividedBy(4));
        case 1 -> { // too late
          unknown.run();
          FarClient.letGoTooLate(answer);
        }
        default -> far.cut(answer);
      }
      Lease lease = call.get(FarClient.BOUND.toSeconds(), TimeUnit.SECONDS);
      assertThat(lease.isHeld()).isTrue();
      assertThat(far.stands(lease)).as(name).isTrue();
      lease.close();
      try (Lease next = rivalGets(name)) {
        assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
      }
    }
    assertThat(far.events.count(Kind.ATTEMPT_ANSWERED, "UNKNOWN"))
        .isGreaterThanOrEqualTo(2 * rounds / 3);
    allAreAbandoned();
    assertThat(server.keys("*:lease:*")).isEmpty();
    assertThat(far.events.count(Kind.LOST)).isZero();
  }

  private void allAreAbandoned() {
    RedisServer.until(
        "every unknown attempt is abandoned",
        () ->
            far.events.count(Kind.ATTEMPT_ANSWERED, "UNKNOWN")
                == far.events.count(Kind.ABANDON_ANSWERED, "ABANDONED"));
  }

  @Test
  void anAbandonThatIsLateOrLostIsRepeatedAndHarmsNobodyLater() throws Exception {
    int rounds = 8;
    for (int i = 0; i < rounds; i++) {
      String name = "lease " + i;
      boolean request = i % 2 == 0;
      HeldData answer = far.holdAnswer(RedisScript.ACQUIRE);
      HeldData abandon =
          request ? far.holdCall(RedisScript.ABANDON) : far.holdAnswer(RedisScript.ABANDON);
      Runnable unknown = far.more(Kind.ABANDON_ANSWERED, "UNKNOWN", 1);
      Runnable abandoned = far.more(Kind.ABANDON_ANSWERED, "ABANDONED", 1);
      tryInVain(name);
      FarClient.awaitCaught(answer);
      FarClient.awaitCaught(abandon);
      unknown.run();
      abandoned.run();
      assertThat(far.exists(name)).as("long before its ttl").isFalse();

      try (Lease next = rivalGets(name)) {
        if (request) {
          far.run(abandon);
        } else {
          FarClient.letGoTooLate(abandon);
        }
        FarClient.letGoTooLate(answer);
        assertThat(far.stands(next)).as("the late abandon is of another owner").isTrue();
      }
    }
    assertThat(far.events.count(Kind.ABANDON_ANSWERED, "UNKNOWN")).isGreaterThanOrEqualTo(rounds);
    assertThat(server.keys("*:lease:*")).isEmpty();
  }

  @Test
  void anAcquireThatReachesTheServerAfterItWasAbandonedGrantsNothing() throws Exception {
    for (int i = 0; i < 12; i++) {
      String name = "lease " + i;
      HeldData late = far.holdCall(RedisScript.ACQUIRE);
      Runnable abandoned = far.more(Kind.ABANDON_ANSWERED, "ABANDONED", 1);
      tryInVain(name);
      abandoned.run();
      far.run(late);
      assertThat(far.exists(name)).isFalse();
      rivalGets(name).close();
    }
  }

  @Test
  void anAcquireThatReachesTheServerBeforeItsAbandonIsFreedLongBeforeItsTtl() throws Exception {
    int ghosts = 0;
    for (int i = 0; ghosts < 4; i++) {
      assertThat(i).as("rounds, of which %s had a lease of nobody", ghosts).isLessThan(30);
      String name = "lease " + i;
      HeldData late = far.holdCall(RedisScript.ACQUIRE);
      HeldData abandon = far.holdCall(RedisScript.ABANDON);
      Runnable abandoned = far.more(Kind.ABANDON_ANSWERED, "ABANDONED", 1);
      tryInVain(name);
      FarClient.awaitCaught(abandon);
      FarClient.letGo(late);
      // The repeated abandon may come first on a slow machine: then this was the case above.
      long end = LeaseClock.system().nanos() + CALL_TIMEOUT.toNanos() / 2;
      boolean ghost = false;
      while (!ghost && LeaseClock.system().nanos() - end < 0) {
        ghost = far.exists(name);
      }
      ghosts += ghost ? 1 : 0;
      abandoned.run();
      RedisServer.until("nobody has it", () -> !far.exists(name));
      FarClient.letGo(abandon);
      rivalGets(name).close();
    }
  }

  @Test
  void anAcquireThatReachesTheServerWhenItsClientIsGoneLastsForOneTtlAtMost() throws Exception {
    Duration ttl = Duration.ofMillis(600);
    List<FarClient> gone = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      gone.add(new FarClient(server, CALL_TIMEOUT));
    }
    try {
      Together.all(gone.stream().map(each -> ghostOf(each, gone.indexOf(each), ttl)).toList());
      assertThat(server.keys("*:lease:*")).isEmpty();
    } finally {
      gone.forEach(FarClient::close);
    }
  }

  private Together.Work<String> ghostOf(FarClient gone, int number, Duration ttl) {
    return () -> {
      String name = "lease " + number;
      LeaseRequest request = LeaseRequest.of(name).ttl(ttl).wait(FarClient.BOUND);
      HeldData late = gone.holdCall(RedisScript.ACQUIRE);
      Future<?> call =
          Together.begin(
              () ->
                  catchThrowableOfType(
                      LeaseNotAcquiredException.class, () -> gone.client.tryAcquire(request)));
      FarClient.awaitCaught(late);
      gone.proxy.blackHole();
      call.get(FarClient.BOUND.toSeconds(), TimeUnit.SECONDS);
      gone.client.close();
      assertThat(gone.events.count(Kind.ABANDON_ANSWERED, "ABANDONED")).isZero();
      gone.proxy.heal();

      LeaseClock clock = LeaseClock.system();
      FarClient.letGo(late);
      RedisServer.until("the lease of nobody is there", () -> gone.exists(name));
      long seenAt = clock.nanos();
      long left = (Long) server.command(Command.PTTL, Redises.leaseKey(name));
      assertThat(left).isBetween(1L, ttl.toMillis());
      try (Lease next = rival.acquire(request(name))) {
        Duration waited = Duration.ofNanos(clock.nanos() - seenAt);
        assertThat(gone.stands(next)).isTrue();
        assertThat(waited).isLessThan(ttl.multipliedBy(2));
      }
      return name;
    };
  }
}
