package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseRequest;
import io.leasehold.LossReason;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.net.Direction;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.HeldData;
import io.leasehold.tck.net.Jitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A network that fails for a while: its client is told in time or loses nothing; then it serves.
 */
class RedisCutTest {

  private static final Duration CALL_TIMEOUT = Duration.ofMillis(100);

  /** The engine's smallest margin. */
  private static final Duration LEAST_MARGIN = Duration.ofMillis(20);

  private static final Duration LONG_TTL = Duration.ofMinutes(1);

  /** How a network fails. */
  private enum Cut {
    BLACK_HOLE,
    REQUESTS_LOST,
    ANSWERS_LOST,
    TOO_SLOW;

    void begin(FaultProxy proxy) {
      switch (this) {
        case BLACK_HOLE -> proxy.blackHole();
        case REQUESTS_LOST -> proxy.halfOpen(Direction.REQUESTS);
        case ANSWERS_LOST -> proxy.halfOpen(Direction.REPLIES);
        case TOO_SLOW -> proxy.delay(Jitter.constant(CALL_TIMEOUT.multipliedBy(3).dividedBy(2)));
      }
    }
  }

  private final RedisServer server = RedisServer.start();
  private final Map<Cut, FarClient> clients = new EnumMap<>(Cut.class);
  private final LeaseClient rival = LeaseClient.open(server.uri());
  private final LeaseClock clock = LeaseClock.system();

  private void connect(Cut... cuts) {
    for (Cut cut : cuts) {
      clients.put(cut, new FarClient(server, CALL_TIMEOUT));
    }
  }

  @AfterEach
  void end() {
    clients.values().forEach(FarClient::close);
    rival.close();
    server.close();
  }

  private static LeaseRequest request(String name, Duration ttl) {
    return LeaseRequest.of(name).ttl(ttl).wait(FarClient.BOUND);
  }

  private static String name(Cut cut, int number) {
    return cut + " " + number;
  }

  @Test
  void aCutLongerThanTheTtlIsToldInTimeAndAfterItTheSameClientServesAgain() throws Exception {
    Duration ttl = Duration.ofMillis(900);
    int leases = 4;
    connect(Cut.values());
    Lease busy = rival.acquire(request("busy", LONG_TTL));
    List<CompletableFuture<Void>> waiting = new ArrayList<>();
    for (FarClient far : clients.values()) {
      waiting.add(far.client.acquireAsync(request("busy", ttl)).thenAccept(Lease::close));
    }
    RedisServer.until("all stand in line", () -> Waiter.places(server, "busy") == clients.size());
    Map<Cut, List<Told>> told = new EnumMap<>(Cut.class);
    List<CompletableFuture<Lease>> next = new ArrayList<>();
    try (Stalls stalls = new Stalls()) {
      for (Cut cut : Cut.values()) {
        List<Told> held = new ArrayList<>();
        for (int n = 0; n < leases; n++) {
          held.add(new Told(clients.get(cut).client.acquire(request(name(cut, n), ttl))));
        }
        told.put(cut, held);
        cut.begin(clients.get(cut).proxy);
        held.forEach(each -> next.add(takeOver(each)));
      }
      RedisServer.until(
          "all are told",
          () -> told.values().stream().flatMap(List::stream).allMatch(t -> !t.words.isEmpty()));
      told.forEach((cut, all) -> all.forEach(each -> assertToldInTime(cut, each, ttl, stalls)));
    }
    for (CompletableFuture<Lease> each : next) {
      each.get(FarClient.BOUND.toSeconds(), TimeUnit.SECONDS).close();
    }

    clients.values().forEach(far -> far.proxy.heal());
    busy.close();
    for (CompletableFuture<Void> each : waiting) {
      each.get(FarClient.BOUND.toSeconds(), TimeUnit.SECONDS);
    }
    for (Cut cut : Cut.values()) {
      for (int n = 0; n < leases; n++) {
        clients.get(cut).client.acquire(request(name(cut, n), ttl)).close();
      }
      assertThat(told.get(cut)).allMatch(each -> each.words.size() == 1 && !each.lease.isHeld());
    }
    RedisServer.until("nothing is left", () -> server.keys("*:lease:*").isEmpty());
  }

  /** The rival waits for it from now on; when it gets it, the one before has to have ended. */
  private CompletableFuture<Lease> takeOver(Told told) {
    return rival
        .acquireAsync(request(told.lease.name(), LONG_TTL))
        .thenApply(
            lease -> {
              assertThat(told.lease.isHeld()).as("two hold %s", lease.name()).isFalse();
              assertThat(lease.fencingToken()).isGreaterThan(told.lease.fencingToken());
              return lease;
            });
  }

  private void assertToldInTime(Cut cut, Told told, Duration ttl, Stalls stalls) {
    Told.Word word = told.words.get(0);
    if (stalls.excuse(ttl.dividedBy(3)).isZero()) { // else this process itself stood still
      assertThat(word.loss().reason()).as("%s", cut).isEqualTo(LossReason.UNREACHABLE);
    }
    Events events = clients.get(cut).events;
    long storeMayGrantAt = events.lastConfirmedSend(told.lease.owner()) + ttl.toNanos();
    assertThat(Duration.ofNanos(storeMayGrantAt - word.at()))
        .as("%s, before the store may grant it; stalls %s", cut, stalls.longest())
        .isGreaterThan(stalls.excuse(LEAST_MARGIN).negated());
  }

  @Test
  void aCutShorterThanTheSlackCostsNoLease() throws Exception {
    Duration ttl = Duration.ofMillis(1_600);
    // From its send: 1.1 * interval + cut + a failed call + the longest pause < ttl - margin.
    Duration cut = Duration.ofMillis(300);
    Duration spare = Duration.ofMillis(1_600 - 587 - 300 - 100 - 178 - 33);
    int cuts = 3;
    connect(Cut.BLACK_HOLE, Cut.REQUESTS_LOST, Cut.ANSWERS_LOST);
    try (Stalls stalls = new Stalls()) {
      List<Together.Work<String>> works = new ArrayList<>();
      clients.forEach((way, far) -> works.add(() -> cutAgainAndAgain(way, cuts, cut, ttl)));
      for (String trouble : Together.all(works)) {
        boolean excused = !stalls.excuse(spare).isZero();
        assertThat(trouble.isEmpty() || excused)
            .as("%s; stalls %s", trouble, stalls.longest())
            .isTrue();
      }
    }
    clients.forEach(
        (way, far) -> {
          long failed =
              far.events.count(Kind.RENEWAL_ANSWERED)
                  - far.events.count(Kind.RENEWAL_ANSWERED, "RENEWED");
          assertThat(failed).as("%s", way).isGreaterThanOrEqualTo(cuts);
        });
  }

  /** Each cut begins with a renewal on its way; empty if all went well, else what was lost. */
  private String cutAgainAndAgain(Cut way, int cuts, Duration cut, Duration ttl) throws Exception {
    FarClient far = clients.get(way);
    Lease lease = far.client.acquire(request(name(way, 0), ttl));
    Told told = new Told(lease);
    for (int n = 0; n < cuts && told.words.isEmpty(); n++) {
      HeldData renewal = far.holdCall(RedisScript.RENEW);
      FarClient.awaitCaught(renewal);
      way.begin(far.proxy);
      long end = clock.nanos() + cut.toNanos();
      FarClient.letGo(renewal);
      while (end - clock.nanos() > 0) {
        LockSupport.parkNanos(end - clock.nanos());
      }
      Runnable renewed = far.more(Kind.RENEWAL_ANSWERED, "RENEWED", 1);
      far.proxy.heal();
      renewed.run();
    }
    boolean held = lease.isHeld();
    lease.close();
    return told.words.isEmpty() && held ? "" : way + " " + told.words;
  }
}
