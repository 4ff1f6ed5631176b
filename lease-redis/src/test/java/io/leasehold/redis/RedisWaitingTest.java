package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.Subscription;
import io.leasehold.tck.net.Direction;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.HeldData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/** Waiting without a herd: one wake-up per release, and what becomes of one that nobody takes. */
class RedisWaitingTest {

  private static final int BOUND_SECONDS = 20;

  private final RedisServer server = RedisServer.start();
  private final List<Waiter> waiters = new ArrayList<>();
  private final LeaseBackend holder = Redises.connect(server.uri());

  @AfterEach
  void end() {
    waiters.forEach(Waiter::close);
    holder.close();
    server.close();
  }

  private Waiter waiter() {
    Waiter waiter = new Waiter(server.uri());
    waiters.add(waiter);
    return waiter;
  }

  private static Lease get(CompletableFuture<Lease> lease) throws Exception {
    return lease.get(BOUND_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void aReleaseWakesOneClientOfManyAndTheyAreServedInTheirOrder() throws Exception {
    Grant grant = Redises.grant(holder, "a");
    List<CompletableFuture<Lease>> leases = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      leases.add(waiter().standInLine(server, "a"));
    }
    server.command(Command.CONFIG, "RESETSTAT");
    holder.releaseIfOwner(grant);
    for (int i = 0; i < 5; i++) {
      Lease lease = get(leases.get(i));
      for (int later = i + 1; later < 5; later++) {
        assertThat(leases.get(later)).as("%s while %s has it", later, i).isNotDone();
      }
      lease.close();
    }
    // Whoever is woken in vain takes its place anew.
    assertThat(server.calls("zadd")).as("acquires in vain").isZero();
    assertThat(server.calls("evalsha")).as("5 acquires, 6 releases").isEqualTo(11);
  }

  @Test
  void ifTheFirstInLineIsGoneTheNextIsWoken() throws Exception {
    Grant grant = Redises.grant(holder, "a");
    CompletableFuture<Lease> cut;
    try (FaultProxy proxy = FaultProxy.to("127.0.0.1", server.port());
        Waiter first = new Waiter("redis://127.0.0.1:" + proxy.port())) {
      cut = first.standInLine(server, "a");
      Waiter closed = new Waiter(server.uri());
      CompletableFuture<Lease> never = closed.standInLine(server, "a");
      CompletableFuture<Lease> third = waiter().standInLine(server, "a");
      closed.close();
      assertThat(never).isCompletedExceptionally();
      proxy.blackHole(); // it cannot come back
      server.command(Command.CLIENT, "KILL", "TYPE", "pubsub", "ID", subscriber());
      holder.releaseIfOwner(grant);
      get(third).close();
      assertThat(cut).isNotDone();
    }
  }

  /** The server's number for the connection that listens, of the client that began it first. */
  private String subscriber() {
    for (String line : server.text(Command.CLIENT, "LIST").split("\n")) {
      if (line.contains(" sub=1 ")) {
        return line.replaceAll("^id=(\\d+) .*", "$1");
      }
    }
    throw new AssertionError("nobody listens");
  }

  @Test
  void clientsThatAreGoneInFrontOfOneThatIsThereAreAllSkipped() throws Exception {
    Grant grant = Redises.grant(holder, "a");
    for (int i = 0; i < 100; i++) {
      server.command(Command.ZADD, Redises.waitersKey("a"), "" + i, "gone" + i);
    }
    CompletableFuture<Lease> last = waiter().standInLine(server, "a");
    try (RedisServer.Guest curious = server.guest()) {
      curious.command(Command.PSUBSCRIBE, "*"); // hears what is sent to those that are gone
      holder.releaseIfOwner(grant);
      get(last).close();
    }
  }

  @Test
  void aClientThatNeedsItsWakeUpNoMorePassesItOn() throws Exception {
    Grant grant = Redises.grant(holder, "a");
    Waiter first = waiter();
    CompletableFuture<Lease> given = first.standInLine(server, "a");
    CompletableFuture<Lease> second = waiter().standInLine(server, "a");
    given.cancel(false);
    RedisServer.until("nobody waits in the first", () -> names(first) == 0);
    assertThat(Waiter.places(server, "a")).as("its place is still there").isEqualTo(2);
    holder.releaseIfOwner(grant);
    get(second).close();
  }

  @Test
  void aWaiterThatGivesUpLeavesNothingInItsClient() throws Exception {
    Grant grant = Redises.grant(holder, "a");
    Waiter one = new Waiter(server.uri(), Duration.ofMillis(5));
    waiters.add(one);
    one.standInLine(server, "a").cancel(false);
    // Given up in between two polls, or while one is under way.
    for (int i = 0; i < 50; i++) {
      CompletableFuture<Lease> lease = one.ask("a");
      long polls = one.attempts() + i % 4;
      RedisServer.until("it has polled", () -> one.attempts() > polls);
      lease.cancel(false);
    }
    RedisServer.until("nothing is left", () -> names(one) == 0);
    holder.releaseIfOwner(grant);
  }

  private static int names(Waiter waiter) {
    return ((RedisLeaseBackend) waiter.backend).waitedFor();
  }

  @Test
  void fiveHundredNamesWaitedForByOneClientUseOneConnection() throws Exception {
    List<Grant> grants = new ArrayList<>();
    Waiter waiter = waiter();
    List<CompletableFuture<Lease>> leases = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      grants.add(Redises.grant(holder, "name " + i));
      leases.add(waiter.ask("name " + i));
    }
    RedisServer.until("all stand in line", () -> server.keys("*:wait:*").size() == 500);
    assertThat(subscribers()).isEqualTo(1);
    for (Grant grant : grants) {
      holder.releaseIfOwner(grant);
    }
    for (CompletableFuture<Lease> lease : leases) {
      get(lease);
    }
    assertThat(subscribers()).isEqualTo(1);
  }

  /** The first may be that of a waiter who is just leaving. */
  @Test
  void aMessageTellsAllWhoWaitForItsNameInThisClient() {
    LeaseName name = new LeaseName("a");
    AtomicInteger first = new AtomicInteger();
    AtomicInteger second = new AtomicInteger();
    try (Subscription one = holder.onVacant(name, first::incrementAndGet);
        Subscription two = holder.onVacant(name, second::incrementAndGet)) {
      assertThat(one).isNotSameAs(two);
      RedisServer.until("it listens", () -> subscribers() == 1);
      int before = second.get();
      String channel = server.text(Command.PUBSUB, "CHANNELS").replaceAll("[\\[\\]]", "");
      server.command(Command.PUBLISH, channel, "a");
      RedisServer.until("the second hears it too", () -> second.get() > before);
    }
  }

  /** Its subscription was sent, and nobody ever says that it is in force. */
  @Test
  void aSubscriptionThatIsNeverConfirmedIsMadeAnew() throws Exception {
    try (FaultProxy proxy = FaultProxy.to("127.0.0.1", server.port());
        Waiter waiter = new Waiter("redis://127.0.0.1:" + proxy.port(), Duration.ofMillis(200))) {
      Grant grant = Redises.grant(holder, "a");
      HeldData confirmation = proxy.holdAnswer("leasehold:wake:");
      CompletableFuture<Lease> lease = waiter.ask("a");
      assertThat(confirmation.awaitCaught(Duration.ofSeconds(BOUND_SECONDS))).isTrue();
      RedisServer.until("it stands in line", () -> Waiter.places(server, "a") == 1);
      holder.releaseIfOwner(grant);
      get(lease).close();
    }
  }

  @Test
  void whoHasNeverHadToWaitHasNoSubscriber() throws Exception {
    Waiter waiter = waiter();
    get(waiter.ask("free")).close();
    get(waiter.ask("free")).close();
    assertThat(subscribers()).isZero();
  }

  private long subscribers() {
    return server
        .text(Command.CLIENT, "LIST")
        .lines()
        .filter(line -> line.contains(" sub=1 "))
        .count();
  }

  @Test
  void aSubscriberThatIsFrozenIsNoticedAndCostsOnePollAtMost() throws Exception {
    Duration poll = Duration.ofSeconds(1);
    try (FaultProxy proxy = FaultProxy.to("127.0.0.1", server.port());
        Waiter waiter = new Waiter("redis://127.0.0.1:" + proxy.port(), poll)) {
      Grant grant = Redises.grant(holder, "a");
      CompletableFuture<Lease> lease = waiter.standInLine(server, "a");
      // The wake-up gets stuck, and with it whatever follows on its connection.
      HeldData frozen = proxy.holdNext(Direction.REPLIES, "leasehold:wake:");
      long before = waiter.attempts();
      holder.releaseIfOwner(grant);
      assertThat(frozen.awaitCaught(poll)).isTrue();
      get(lease).close();
      // Two: the poll, and one that was perhaps under way when the name became free.
      assertThat(waiter.attempts() - before).isLessThanOrEqualTo(2);

      // The frozen one is found out while somebody waits, and another takes its place.
      Grant again = Redises.grant(holder, "a");
      CompletableFuture<Lease> next = waiter.ask("a");
      long accepted = proxy.accepted();
      RedisServer.until("it listens on another", () -> proxy.accepted() > accepted);
      RedisServer.until("it stands in line", () -> Waiter.places(server, "a") == 1);
      holder.releaseIfOwner(again);
      get(next).close();
    }
  }

  @Test
  void aWakeUpThatIsLostCostsOnePollAtMostAndOneThatComesLateHarmsNothing() throws Exception {
    Duration poll = Duration.ofMillis(300);
    LeaseClock clock = LeaseClock.system();
    try (FaultProxy proxy = FaultProxy.to("127.0.0.1", server.port());
        Waiter waiter = new Waiter("redis://127.0.0.1:" + proxy.port(), poll);
        Stalls stalls = new Stalls()) {
      for (int i = 0; i < 6; i++) {
        Grant grant = Redises.grant(holder, "a");
        CompletableFuture<Lease> lease = waiter.standInLine(server, "a");
        HeldData wakeUp = proxy.holdNext(Direction.REPLIES, "leasehold:wake:");
        long begin = clock.nanos();
        holder.releaseIfOwner(grant);
        assertThat(wakeUp.awaitCaught(Duration.ofSeconds(BOUND_SECONDS))).isTrue();
        Lease given = get(lease);
        assertThat(Duration.ofNanos(clock.nanos() - begin))
            .as("a poll and a call; stalls %s", stalls.longest())
            .isLessThan(poll.plus(Redises.CALL_TIMEOUT).plus(stalls.excuse(Redises.CALL_TIMEOUT)));
        wakeUp.letGo(Duration.ofSeconds(BOUND_SECONDS));
        given.close();
      }
      assertThat(waiter.events.count(Kind.LOST)).isZero();
    }
  }

  @Test
  void everyKeyButTheCountersEndsByItself() throws Exception {
    Grant grant = Redises.grant(holder, "a");
    CompletableFuture<Lease> lease = waiter().standInLine(server, "a");
    holder.abandon(Redises.attempt("b"));
    int others = 0;
    for (String key : server.keys("*")) {
      long left = (Long) server.command(Command.PTTL, key);
      if (key.endsWith(":fence")) {
        assertThat(left).as(key).isEqualTo(-1);
      } else {
        assertThat(left).as(key).isBetween(1L, Duration.ofMinutes(10).toMillis());
        others++;
      }
    }
    assertThat(others).as("lease, waiters, tombstone").isGreaterThanOrEqualTo(3);
    holder.releaseIfOwner(grant);
    get(lease).close();
    assertThat(waiters.get(0).events.count(Kind.LOST)).isZero();
  }
}
