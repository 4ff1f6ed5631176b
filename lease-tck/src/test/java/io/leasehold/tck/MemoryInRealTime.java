package io.leasehold.tck;

import io.leasehold.memory.InjectedFault;
import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.StoreFaults;
import io.leasehold.tck.fixture.TckFixture;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The memory store on real time, with every fault that needs no process and no network. */
public class MemoryInRealTime implements TckFixture, StoreFaults {

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(1);

  private final MemoryStore store =
      new MemoryStore(LeaseClock.system()).domains(MemoryInRealTime::domainOf);
  private volatile @Nullable InjectedFault heldBack;

  /** An empty store. */
  public MemoryInRealTime() {}

  /** Names are spread over two domains by their last character. */
  private static String domainOf(LeaseName name) {
    return "node-" + name.value().charAt(name.value().length() - 1) % 2;
  }

  /** The store. */
  public MemoryStore store() {
    return store;
  }

  @Override
  public LeaseBackend connect() {
    return connect(CALL_TIMEOUT);
  }

  @Override
  public LeaseBackend connect(Duration callTimeout) {
    return store.connect(callTimeout);
  }

  @Override
  public StoreFaults faults() {
    return this;
  }

  /** What it cannot do. */
  public static Set<Ability> lacking() {
    return EnumSet.of(Ability.PROCESSES, Ability.NETWORK, Ability.CLOCK_STEP);
  }

  @Override
  public Set<Ability> offered() {
    return EnumSet.complementOf(EnumSet.copyOf(lacking()));
  }

  @Override
  public void deleteRecord(LeaseName name) {
    store.faults().delete(name.value());
  }

  @Override
  public void wipe() {
    store.faults().wipe();
  }

  @Override
  public void restart() {
    store.restart(true);
  }

  @Override
  public void freeze() {
    store.faults().freeze("node-0");
    store.faults().freeze("node-1");
  }

  @Override
  public void thaw() {
    store.faults().thaw("node-0", true);
    store.faults().thaw("node-1", true);
  }

  @Override
  public void freezeDomain(LeaseName name) {
    store.faults().freeze(domainOf(name));
  }

  @Override
  public void thawDomain(LeaseName name) {
    store.faults().thaw(domainOf(name), true);
  }

  @Override
  public void holdBackNextAcquire(LeaseName name) {
    heldBack = store.faults().next(Op.ACQUIRE).lease(name.value()).holdRequest();
  }

  @Override
  public void letHeldBackAcquireGo() {
    InjectedFault fault = heldBack;
    if (fault == null || fault.letGo() != 1) {
      throw new IllegalStateException("no acquire was held back");
    }
  }

  @Override
  public void pauseClient(LeaseBackend client) {
    // A client of this store sends nothing by itself.
  }

  @Override
  public void resumeClient(LeaseBackend client) {
    // It never stood still.
  }
}
