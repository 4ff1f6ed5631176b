package io.leasehold.tck;

import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.mutants.engine.tcp.MemoryOverTcp;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/** The kit's own store with a network is a correct one. */
@Tag("long")
class MemoryOverTcpTckTest extends LeaseBackendTck {

  @Override
  protected TckFixture fixture() {
    return new MemoryOverTcp();
  }

  @Override
  protected Set<Ability> notOffered() {
    return EnumSet.of(Ability.FREEZE_DOMAIN);
  }

  /** It sends no hints; its ttl belongs to each lease. */
  @Override
  protected Set<String> notApplicable() {
    return Set.of("TRT-10", "TRT-13", "TRT-14", "TRT-28");
  }
}
