package io.leasehold.hazelcast;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.core.HazelcastInstance;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.FakeTime;
import io.leasehold.tck.fixture.StoreFaults;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.fixture.UriBackends;
import io.leasehold.tck.net.Direction;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.HeldData;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** One member behind a proxy, and clients of it. */
final class HazelcastFixture implements TckFixture, StoreFaults {

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final String MAP = HazelcastAssembly.leases(HazelcastOptions.DEFAULT_NAMESPACE);

  private final HazelcastServer server = HazelcastServer.start();
  private final FaultProxy proxy = FaultProxy.to(server.host(), server.port());
  private final HazelcastInstance hand = hand();
  private volatile HeldData held;

  private HazelcastInstance hand() {
    ClientConfig config = new ClientConfig();
    config.setClusterName("tck").setProperty("hazelcast.logging.type", "slf4j");
    config.getNetworkConfig().addAddress(server.address());
    config.getConnectionStrategyConfig().getConnectionRetryConfig().setMaxBackoffMillis(200);
    return HazelcastClient.newHazelcastClient(config);
  }

  @Override
  public LeaseBackend connect() {
    return connect(CALL_TIMEOUT);
  }

  @Override
  public LeaseBackend connect(Duration callTimeout) {
    return new HazelcastBackendProvider()
        .connect(
            BackendConfig.of(
                UriBackends.at(URI.create(server.uri()), "127.0.0.1", proxy.port()),
                callTimeout,
                LeaseClock.system()));
  }

  /** Past the proxy: contenders in processes of their own, and with proxies of their own. */
  @Override
  public Optional<String> uri() {
    return Optional.of(server.uri());
  }

  @Override
  public StoreFaults faults() {
    return this;
  }

  @Override
  public Set<Ability> offered() {
    return EnumSet.complementOf(EnumSet.copyOf(notOffered()));
  }

  /**
   * No session: a client that stands still renews nothing, and its leases run out. One member is
   * one domain.
   */
  static Set<Ability> notOffered() {
    Set<Ability> lacking = EnumSet.of(Ability.PAUSE_CLIENT, Ability.FREEZE_DOMAIN);
    if (FakeTime.library().isEmpty()) {
      lacking.add(Ability.CLOCK_STEP); // apt-get install libfaketime
    }
    return lacking;
  }

  @Override
  public void deleteRecord(LeaseName name) {
    Object unused = hand.getMap(MAP).remove(name.value());
  }

  @Override
  public void wipe() {
    hand.getMap(MAP).clear();
  }

  @Override
  public void restart() {
    server.restart();
    awaitAnswer();
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
  public void holdBackNextAcquire(LeaseName name) {
    held = proxy.holdNext(Direction.REQUESTS, name.value());
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

  private void awaitAnswer() {
    long end = System.nanoTime() + BOUND.toNanos();
    while (true) {
      try {
        Object unused = hand.getMap(MAP).get("is it back?");
        return;
      } catch (RuntimeException e) {
        if (System.nanoTime() - end > 0) {
          throw e;
        }
        LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
      }
    }
  }

  @Override
  public void close() {
    hand.getLifecycleService().terminate();
    proxy.close();
    server.close();
  }
}
