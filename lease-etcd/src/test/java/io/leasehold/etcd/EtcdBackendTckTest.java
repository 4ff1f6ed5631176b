package io.leasehold.etcd;

import io.leasehold.tck.LeaseBackendTck;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.TckFixture;
import java.util.Set;

/** The kit's rules on a real etcd. */
class EtcdBackendTckTest extends LeaseBackendTck {

  @Override
  protected TckFixture fixture() {
    return new EtcdFixture();
  }

  @Override
  protected Set<Ability> notOffered() {
    return EtcdFixture.notOffered();
  }

  /**
   * Its ttl belongs to each lease; how much of it is left the server tells in whole seconds only.
   */
  @Override
  protected Set<String> notApplicable() {
    return Set.of("INS-06", "TRT-28", "TTL-01", "TTL-02", "TTL-03", "TTL-04");
  }
}
