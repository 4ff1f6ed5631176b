package io.leasehold.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.Subscription;
import io.leasehold.tck.net.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that wait for one name: who is told that it is free. */
class ZooKeeperWaitTest {

  private static final int CLIENTS = 6;
  private static final Duration SETTLED = Duration.ofMillis(300);
  private static final String LINE = "/app/leasehold/waiters/name";

  /** One client that waits, and how often it was told. */
  private static final class Told implements AutoCloseable {

    private final LeaseBackend backend;
    private final AtomicInteger times = new AtomicInteger();
    private Subscription subscription = Subscription.NONE;

    Told(String uri) {
      this.backend = ZooKeepers.connect(uri);
    }

    void enter() {
      subscription = backend.onVacant(new LeaseName("name"), times::incrementAndGet);
    }

    void leave() {
      subscription.close();
    }

    @Override
    public void close() {
      backend.close();
    }
  }

  private ZooKeeperServer server;
  private FaultProxy proxy;
  private LeaseBackend holder;
  private final List<Told> waiters = new ArrayList<>();

  @BeforeEach
  void start() {
    server = ZooKeepers.server();
    proxy = FaultProxy.to(server.host(), server.port());
    holder = ZooKeepers.connect(server);
  }

  @AfterEach
  void stop() {
    waiters.forEach(Told::close);
    holder.close();
    proxy.close();
    server.close();
  }

  private int places() {
    return server.admin(
        admin -> admin.exists(LINE, false) == null ? 0 : admin.getChildren(LINE, false).size());
  }

  private int told() {
    return waiters.stream().mapToInt(one -> one.times.get()).sum();
  }

  private static void settle() {
    long end = System.nanoTime() + SETTLED.toNanos();
    for (long left = SETTLED.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static void release(LeaseBackend backend, Grant grant) {
    assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
  }

  @Test
  void aReleaseWakesOneAndEachInItsTurn() {
    Grant grant = ZooKeepers.acquire(holder, "name");
    LeaseBackend owner = holder;
    line(CLIENTS, ZooKeepers.uri(server.address(), ""), 0);
    settle();
    assertThat(told()).isZero();
    for (int i = 0; i < CLIENTS; i++) {
      Told next = waiters.get(i);
      release(owner, grant);
      ZooKeeperServer.until("the next one is told", () -> next.times.get() == 1);
      settle();
      assertThat(told()).isEqualTo(i + 1);
      owner = next.backend;
      grant = ZooKeepers.acquire(owner, "name");
      next.leave();
    }
    settle();
    assertThat(told()).isEqualTo(CLIENTS);
    assertThat(places()).isZero();
  }

  /** Who is overtaken stays first, and who waits no more is passed over. */
  @Test
  void thoseWhoLeaveOrDieAreSkipped() {
    Grant grant = ZooKeepers.acquire(holder, "name");
    line(4, ZooKeepers.uri(server.address(), ""), 0);
    waiters.get(1).leave();
    waiters.get(0).close(); // it takes its place with it
    ZooKeeperServer.until("two are left", () -> places() == 2);
    release(holder, grant);
    ZooKeeperServer.until("the third is told", () -> waiters.get(2).times.get() == 1);
    Grant overtaking = ZooKeepers.acquire(holder, "name");
    release(holder, overtaking);
    ZooKeeperServer.until("it is told again", () -> waiters.get(2).times.get() == 2);
    settle();
    assertThat(told()).isEqualTo(2);
  }

  /** Who has been told and does nothing keeps the others waiting until it leaves, or polls. */
  @Test
  void whoTakesAPlaceWhenTheNameIsFreeIsToldAtOnce() {
    line(1, ZooKeepers.uri(server.address(), ""), 0);
    ZooKeeperServer.until("it is told", () -> told() == 1);
    line(2, ZooKeepers.uri(server.address(), ""), 1);
    settle();
    assertThat(told()).isEqualTo(1);
    waiters.get(0).leave();
    ZooKeeperServer.until("the next one is told", () -> waiters.get(1).times.get() == 1);
    settle();
    assertThat(told()).isEqualTo(2);
  }

  private void line(int length, String uri, int before) {
    for (int i = 0; i < length; i++) {
      Told next = new Told(uri);
      waiters.add(next);
      next.enter();
      int places = before + i + 1;
      ZooKeeperServer.until("it is in line", () -> places() == places);
    }
  }

  @Test
  void aConnectionThatBreaksCostsNoPlace() {
    Grant grant = ZooKeepers.acquire(holder, "name");
    line(2, ZooKeepers.uri("127.0.0.1:" + proxy.port(), ""), 0);
    proxy.reset();
    release(holder, grant);
    ZooKeeperServer.until("the first is told", () -> waiters.get(0).times.get() > 0);
    assertThat(waiters.get(1).times.get()).isZero();
    waiters.forEach(Told::leave);
    ZooKeeperServer.until("both have left", () -> places() == 0);
  }

  /** The session for questions ends: its places go, and new ones are taken at the end. */
  @Test
  void aSessionThatEndsIsFollowedByAnotherPlace() {
    Grant grant = ZooKeepers.acquire(holder, "name");
    line(2, ZooKeepers.uri("127.0.0.1:" + proxy.port(), ""), 0);
    proxy.blackHole();
    ZooKeeperServer.until("the places are gone", () -> places() == 0);
    proxy.heal();
    proxy.reset();
    ZooKeeperServer.until("both are in line again", () -> places() == 2);
    release(holder, grant);
    ZooKeeperServer.until("one is told", () -> told() == 1);
    settle();
    assertThat(told()).isEqualTo(1);
  }

  /** With engines on top: all get it, one after the other. */
  @Test
  void clientsHandANameOn() throws Exception {
    List<LeaseClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < CLIENTS; i++) {
        LeaseBackend backend =
            ZooKeepers.connect(ZooKeepers.uri(server.address(), ""), Duration.ofSeconds(1));
        clients.add(LeaseClient.open(backend));
      }
      LeaseRequest request =
          LeaseRequest.of("name").ttl(ZooKeepers.LONGEST).wait(Duration.ofSeconds(20));
      List<CompletableFuture<Lease>> all = new ArrayList<>();
      for (LeaseClient client : clients) {
        all.add(client.acquireAsync(request).thenApply(lease -> held(lease)));
      }
      for (CompletableFuture<Lease> one : all) {
        assertThat(one.get(30, TimeUnit.SECONDS).fencingToken()).isPositive();
      }
      ZooKeeperServer.until("all have left the line", () -> places() == 0);
    } finally {
      clients.forEach(LeaseClient::close);
    }
  }

  private static Lease held(Lease lease) {
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.release().toString()).contains("RELEASED");
    return lease;
  }
}
