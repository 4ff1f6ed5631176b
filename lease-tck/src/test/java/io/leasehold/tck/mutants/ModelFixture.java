package io.leasehold.tck.mutants;

import io.leasehold.memory.ManualClock;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.StoreFaults;
import io.leasehold.tck.fixture.TckFixture;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** A model on its virtual clock, with every fault on offer. */
final class ModelFixture implements TckFixture, StoreFaults {

  private final Model model;

  ModelFixture(Model model) {
    this.model = model;
  }

  @Override
  public LeaseBackend connect() {
    return new Conn(model);
  }

  @Override
  public ManualClock clock() {
    return model.clock;
  }

  @Override
  public void pass(Duration time) {
    model.clock.advance(time);
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
    return EnumSet.allOf(Ability.class);
  }

  @Override
  public void deleteRecord(LeaseName name) {
    model.delete(name);
  }

  @Override
  public void wipe() {
    model.wipe();
  }

  @Override
  public void restart() {
    model.restart();
  }

  @Override
  public void freeze() {
    model.freeze(true);
  }

  @Override
  public void thaw() {
    model.freeze(false);
  }

  @Override
  public void holdBackNextAcquire(LeaseName name) {
    model.holdBackNext(name);
  }

  @Override
  public void letHeldBackAcquireGo() {
    model.letGo();
  }

  @Override
  public void pauseClient(LeaseBackend client) {
    // Its clients send nothing by themselves.
  }

  @Override
  public void resumeClient(LeaseBackend client) {
    // Nothing was stopped.
  }
}
