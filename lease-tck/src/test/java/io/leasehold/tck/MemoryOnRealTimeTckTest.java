package io.leasehold.tck;

import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.TckFixture;
import java.util.Set;

/** The in-process backend under the engine, on real time, with every fault of its own. */
class MemoryOnRealTimeTckTest extends LeaseBackendTck {

  @Override
  protected TckFixture fixture() {
    return new MemoryInRealTime();
  }

  @Override
  protected Set<Ability> notOffered() {
    return MemoryInRealTime.lacking();
  }

  /** Its ttl belongs to each lease. */
  @Override
  protected Set<String> notApplicable() {
    return Set.of("TRT-28");
  }
}
