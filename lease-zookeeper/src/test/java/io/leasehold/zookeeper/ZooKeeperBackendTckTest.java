package io.leasehold.zookeeper;

import io.leasehold.tck.LeaseBackendTck;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.TckFixture;
import java.util.Set;

/** The kit's rules on a real ZooKeeper server. */
class ZooKeeperBackendTckTest extends LeaseBackendTck {

  @Override
  protected TckFixture fixture() {
    return new ZooKeeperFixture();
  }

  @Override
  protected Set<Ability> notOffered() {
    return ZooKeeperFixture.notOffered();
  }

  /** Its ttl belongs to the session, and how much of it is left no server tells. */
  @Override
  protected Set<String> notApplicable() {
    return Set.of(
        "TRT-08", "TRT-17", "TRT-27", "EXP-06", "INS-06", "TTL-01", "TTL-02", "TTL-03", "TTL-04");
  }
}
