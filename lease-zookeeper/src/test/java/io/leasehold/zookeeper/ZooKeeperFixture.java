package io.leasehold.zookeeper;

import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.FakeTime;
import io.leasehold.tck.fixture.StoreFaults;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.net.Direction;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.HeldData;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A ZooKeeper server behind a proxy, each client with another one of its own. */
final class ZooKeeperFixture implements TckFixture, StoreFaults {

  static final Duration TICK = Duration.ofMillis(250);
  static final Duration LONGEST = Duration.ofSeconds(8);

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final String OPTIONS =
      "/tck?tick=" + TICK.toMillis() + "ms&max-ttl=" + LONGEST.toSeconds() + "s";

  private final ZooKeeperServer server = ZooKeeperServer.givenOrStarted(TICK, LONGEST);
  private final Paths paths = new Paths("/tck/leasehold");
  private final Map<LeaseBackend, FaultProxy> proxies = new ConcurrentHashMap<>();
  private final FaultProxy shared = FaultProxy.to(server.host(), server.port());
  private volatile HeldData held;

  @Override
  public LeaseBackend connect() {
    return connect(CALL_TIMEOUT);
  }

  @Override
  public LeaseBackend connect(Duration callTimeout) {
    FaultProxy proxy = FaultProxy.to("127.0.0.1", shared.port());
    try {
      LeaseBackend backend =
          new ZooKeeperBackendProvider()
              .connect(
                  BackendConfig.of(
                      "zookeeper://127.0.0.1:" + proxy.port() + OPTIONS,
                      callTimeout,
                      LeaseClock.system()));
      proxies.put(backend, proxy);
      return backend;
    } catch (RuntimeException e) {
      proxy.close();
      throw e;
    }
  }

  /** Past the proxies: contenders in processes of their own, and with proxies of their own. */
  @Override
  public Optional<String> uri() {
    return Optional.of("zookeeper://" + server.address() + OPTIONS);
  }

  @Override
  public Duration ttl(BackendTraits traits) {
    return Duration.ofSeconds(1);
  }

  @Override
  public StoreFaults faults() {
    return this;
  }

  @Override
  public Set<Ability> offered() {
    return EnumSet.complementOf(EnumSet.copyOf(notOffered()));
  }

  /** A session is a domain, and all of a name's contenders share one server. */
  static Set<Ability> notOffered() {
    Set<Ability> lacking = EnumSet.of(Ability.FREEZE_DOMAIN);
    if (ZooKeeperServer.isGiven()) {
      lacking.addAll(EnumSet.of(Ability.RESTART, Ability.FREEZE));
    }
    if (FakeTime.library().isEmpty()) {
      lacking.add(Ability.CLOCK_STEP); // apt-get install libfaketime
    }
    return lacking;
  }

  @Override
  public void deleteRecord(LeaseName name) {
    boolean unused =
        server.admin(
            admin -> {
              String path = paths.lease(name);
              byte[] data = admin.getData(path, false, null);
              admin.delete(
                  paths.owner(
                      LeaseNode.of(new String(data, StandardCharsets.UTF_8)).orElseThrow().owner()),
                  -1);
              admin.delete(path, -1);
              return true;
            });
  }

  @Override
  public void wipe() {
    server.deleteAll("/tck");
  }

  @Override
  public void restart() {
    server.restart();
  }

  @Override
  public void freeze() {
    server.freeze();
  }

  @Override
  public void thaw() {
    server.thaw();
  }

  @Override
  public void pauseClient(LeaseBackend client) {
    proxies.get(client).stall();
  }

  @Override
  public void resumeClient(LeaseBackend client) {
    proxies.get(client).heal();
  }

  @Override
  public void holdBackNextAcquire(LeaseName name) {
    held = shared.holdNext(Direction.REQUESTS, paths.lease(name));
  }

  @Override
  public void letHeldBackAcquireGo() {
    try {
      if (!held.awaitCaught(BOUND) || !held.letGo(BOUND)) {
        throw new AssertionError("no acquire was held back");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    proxies.values().forEach(FaultProxy::close);
    shared.close();
    server.close();
  }
}
