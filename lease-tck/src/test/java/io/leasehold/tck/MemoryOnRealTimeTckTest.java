package io.leasehold.tck;

import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.TckFixture;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** The least that a fixture can be: one line, real time, no faults. */
class MemoryOnRealTimeTckTest extends LeaseBackendTck {

  private final MemoryStore store = new MemoryStore(LeaseClock.system());

  @Override
  protected TckFixture fixture() {
    return () -> store.connect(Duration.ofSeconds(1));
  }

  @Override
  protected Set<Ability> notOffered() {
    return EnumSet.allOf(Ability.class);
  }

  /** Its ttl belongs to each lease. */
  @Override
  protected Set<String> notApplicable() {
    return Set.of("TRT-28");
  }
}
