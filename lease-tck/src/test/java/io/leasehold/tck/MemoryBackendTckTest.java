package io.leasehold.tck;

import io.leasehold.tck.fixture.TckFixture;
import java.util.Set;

/** The in-process backend keeps every rule, with every fault offered, on virtual time. */
class MemoryBackendTckTest extends LeaseBackendTck {

  @Override
  protected TckFixture fixture() {
    return new MemoryFixture();
  }

  /** Its ttl belongs to each lease. */
  @Override
  protected Set<String> notApplicable() {
    return Set.of("TRT-28");
  }
}
