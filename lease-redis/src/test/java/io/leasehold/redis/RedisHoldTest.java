package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.LeaseRequest;
import io.leasehold.LossReason;
import io.leasehold.ReleaseResult;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.net.FaultProxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/** A lease that is held stays held, whatever an administrator does, and is told when it is not. */
class RedisHoldTest {

  private static final Duration CALL_TIMEOUT = Duration.ofMillis(200);
  private static final Duration TTL = Duration.ofMillis(2_400);
  private static final int SAMPLES_PER_TTL = 20;
  private static final int BOUND_SECONDS = 20;

  private final RedisServer server = RedisServer.start();
  private final FaultProxy proxy = FaultProxy.to("127.0.0.1", server.port());
  private final Events events = new Events();
  private final LeaseClient client = client(events);
  private final LeaseClient rival = client(new Events());

  private LeaseClient client(Events observer) {
    return LeaseClient.builder()
        .backend(FarClient.connect("redis://127.0.0.1:" + proxy.port(), CALL_TIMEOUT))
        .observer(observer)
        .open();
  }

  @AfterEach
  void end() {
    client.close();
    rival.close();
    proxy.close();
    server.close();
  }

  @Test
  void heldForFiveTtlItIsNeverFreeAndNeverNearItsEnd() throws Exception {
    LeaseRequest request = LeaseRequest.of("held").ttl(TTL);
    Lease lease = client.acquire(request);
    server.command(Command.CONFIG, "SET", "timeout", "1");
    long half = TTL.toMillis() / 2;
    LeaseClock clock = LeaseClock.system();
    long begin = clock.nanos();
    for (int i = 0; i < 5 * SAMPLES_PER_TTL; i++) {
      long due = begin + i * TTL.toNanos() / SAMPLES_PER_TTL;
      while (due - clock.nanos() > 0) {
        LockSupport.parkNanos(due - clock.nanos());
      }
      assertThat(lease.remaining().toMillis()).as("sample %s", i).isGreaterThan(half);
      long left = (Long) server.command(Command.PTTL, Redises.leaseKey("held"));
      assertThat(left).as("at the server, sample %s", i).isGreaterThan(half);
      // Far enough apart that a renewal comes between two of them.
      switch (i % SAMPLES_PER_TTL) {
        case 3 -> server.command(Command.SCRIPT, "FLUSH");
        case 10 -> server.command(Command.CLIENT, "KILL", "TYPE", "normal");
        case 15 -> assertThat(rivalGets(request)).isFalse();
        default -> lease.ensureHeld();
      }
    }
    assertThat(events.count(Kind.LOST)).isZero();
    assertThat(lease.confirmHeld()).isTrue();
    lease.close();
    assertThat(rival.tryAcquire(request)).isPresent();
  }

  /** Its connection may have been killed too: then it is told so, and has nothing. */
  private boolean rivalGets(LeaseRequest request) {
    try {
      return rival.tryAcquire(request).isPresent();
    } catch (LeaseNotAcquiredException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      return false;
    }
  }

  @Test
  void aServerThatStandsStillLongerThanTheTtlIsToldInTimeAndServesAgain() throws Exception {
    Duration ttl = Duration.ofSeconds(4);
    Lease lease = client.acquire(LeaseRequest.of("held").ttl(ttl));
    CompletableFuture<Long> toldAt = new CompletableFuture<>();
    LeaseClock clock = LeaseClock.system();
    lease.onLost(loss -> toldAt.complete(clock.nanos()));
    RedisServer.until("it is renewed", () -> events.count(Kind.RENEWAL_ANSWERED, "RENEWED") > 0);

    server.freeze();
    Stalls stalls = new Stalls();
    while (!toldAt.isDone()) {
      long begin = clock.nanos();
      boolean held = lease.isHeld();
      attempt("meanwhile " + begin);
      // Each of these is one bounded call, and the scheduler's slack.
      assertThat(Duration.ofNanos(clock.nanos() - begin)).isLessThan(CALL_TIMEOUT.multipliedBy(5));
      assertThat(held && toldAt.isDone() && toldAt.join() - begin < 0).isFalse();
    }
    assertThat(lease.isHeld()).isFalse();
    long storeMayGrantAt = events.lastConfirmedSend(lease.owner()) + ttl.toNanos();
    stalls.close();
    Duration early = Duration.ofNanos(storeMayGrantAt - toldAt.join());
    assertThat(early)
        .as("stalls %s", stalls.longest())
        .isGreaterThan(stalls.excuse(ttl.dividedBy(50)).negated());
    RedisServer.until("the ttl is over", () -> clock.nanos() - storeMayGrantAt > 0);

    server.thaw();
    RedisServer.until("it serves again", () -> attempt("held"));
    // What was sent meanwhile ran when the server went on; the engine gives it back.
    RedisServer.until("nothing is left", () -> leases() == 0);
    RedisServer.until("nothing is left to be sent", this::abandoned);
    assertThat(leases()).isZero();
    assertThat(lease.isHeld()).isFalse();
  }

  /** Restarted without persistence, say: the lease is gone, and whoever holds it is told. */
  @Test
  void aServerThatComesBackEmptyIsToldAndServesAgain() throws Exception {
    LeaseRequest request = LeaseRequest.of("held").ttl(TTL);
    Lease lease = client.acquire(request);
    CompletableFuture<LossReason> told = new CompletableFuture<>();
    lease.onLost(loss -> told.complete(loss.reason()));
    server.restart();
    assertThat(told.get(BOUND_SECONDS, TimeUnit.SECONDS)).isEqualTo(LossReason.NOT_OWNER);
    assertThat(lease.release()).isEqualTo(ReleaseResult.NOT_OWNER);
    Lease next = client.acquire(request);
    assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
    RedisServer.until(
        "it is renewed", () -> events.count(Kind.RENEWAL_ANSWERED, "RENEWED", next.owner()) > 0);
    assertThat(next.isHeld()).isTrue();
    next.close();
  }

  /** Whether it was granted; then it is given back. */
  private boolean attempt(String name) {
    try {
      return client.tryAcquire(LeaseRequest.of(name).ttl(TTL)).map(this::release).orElse(false);
    } catch (LeaseNotAcquiredException e) {
      return false;
    }
  }

  private boolean release(Lease lease) {
    lease.close();
    return true;
  }

  private boolean abandoned() {
    return events.count(Kind.ATTEMPT_ANSWERED, "UNKNOWN")
        == events.count(Kind.ABANDON_ANSWERED, "ABANDONED");
  }

  private int leases() {
    return server.keys("*:lease:*").size();
  }
}
