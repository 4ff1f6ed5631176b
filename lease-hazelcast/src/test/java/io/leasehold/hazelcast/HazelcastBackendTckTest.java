package io.leasehold.hazelcast;

import io.leasehold.tck.LeaseBackendTck;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.TckFixture;
import java.util.Set;

/** The kit's rules on a member in a process of its own. */
class HazelcastBackendTckTest extends LeaseBackendTck {

  @Override
  protected TckFixture fixture() {
    return new HazelcastFixture();
  }

  @Override
  protected Set<Ability> notOffered() {
    return HazelcastFixture.notOffered();
  }

  /** Its ttl belongs to each lease; nothing is promised over a restart of the only member. */
  @Override
  protected Set<String> notApplicable() {
    return Set.of("TRT-28", "TRT-29", "TRT-30", "TRT-35", "TRT-36", "KILL-24");
  }
}
