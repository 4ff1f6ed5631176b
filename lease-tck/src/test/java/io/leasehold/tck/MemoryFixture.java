package io.leasehold.tck;

import io.leasehold.memory.InjectedFault;
import io.leasehold.memory.ManualClock;
import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.StoreFaults;
import io.leasehold.tck.fixture.TckFixture;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The memory store on a clock that the kit moves, with every fault on offer. */
final class MemoryFixture implements TckFixture, StoreFaults {

  private final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore(clock);
  private volatile @Nullable InjectedFault heldBack;

  @Override
  public LeaseBackend connect() {
    return store.connect(Duration.ofMillis(100));
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  @Override
  public void pass(Duration time) {
    clock.advance(time);
  }

  @Override
  public Duration clockError() {
    return Duration.ZERO;
  }

  @Override
  public int parallelism() {
    return 1;
  }

  @Override
  public StoreFaults faults() {
    return this;
  }

  @Override
  public Set<Ability> offered() {
    return EnumSet.complementOf(EnumSet.of(Ability.PROCESSES, Ability.NETWORK, Ability.CLOCK_STEP));
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
    store.faults().freeze("");
  }

  @Override
  public void thaw() {
    store.faults().thaw("", true);
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
