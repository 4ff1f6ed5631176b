package io.leasehold.etcd;

import io.leasehold.spi.BackendConfig;
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
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * An etcd of one member behind a proxy, with all the faults that make sense for it; one that the
 * environment names keeps what else is in it, and runs on.
 */
final class EtcdFixture implements TckFixture, StoreFaults {

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(1);

  private final EtcdServer server = EtcdServer.givenOrStarted();
  private final FaultProxy proxy = FaultProxy.to(server.host(), server.port());
  private volatile HeldData held;

  @Override
  public LeaseBackend connect() {
    return connect(CALL_TIMEOUT);
  }

  @Override
  public LeaseBackend connect(Duration callTimeout) {
    return new EtcdBackendProvider()
        .connect(
            BackendConfig.of("etcd://127.0.0.1:" + proxy.port(), callTimeout, LeaseClock.system()));
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
   * No session: a client that stands still renews nothing, and its leases run out. One cluster is
   * one domain.
   */
  static Set<Ability> notOffered() {
    Set<Ability> lacking = EnumSet.of(Ability.PAUSE_CLIENT, Ability.FREEZE_DOMAIN);
    if (EtcdServer.isGiven()) {
      lacking.addAll(EnumSet.of(Ability.WIPE, Ability.RESTART, Ability.FREEZE));
    }
    if (FakeTime.library().isEmpty()) {
      lacking.add(Ability.CLOCK_STEP); // apt-get install libfaketime
    }
    return lacking;
  }

  @Override
  public void deleteRecord(LeaseName name) {
    server.delete(new EtcdKeys(EtcdBackends.NAMESPACE).shown(name));
  }

  @Override
  public void wipe() {
    server.wipe();
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
  public void holdBackNextAcquire(LeaseName name) {
    held = proxy.holdNext(Direction.REQUESTS, new EtcdKeys(EtcdBackends.NAMESPACE).shown(name));
  }

  @Override
  public void letHeldBackAcquireGo() {
    try {
      if (!held.awaitCaught(EtcdServer.PATIENCE) || !held.letGo(EtcdServer.PATIENCE)) {
        throw new AssertionError("no acquire was held back");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    proxy.close();
    server.close();
  }
}
