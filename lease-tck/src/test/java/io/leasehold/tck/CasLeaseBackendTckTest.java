package io.leasehold.tck;

import io.leasehold.tck.fixture.TckFixture;
import java.util.Set;

/** Any linearizable register, by way of the CAS helper, keeps the rules. */
class CasLeaseBackendTckTest extends LeaseBackendTck {

  @Override
  protected TckFixture fixture() {
    return new CasFixture();
  }

  /** No ttl ends without a contender that watches; no hints; its ttl belongs to each lease. */
  @Override
  protected Set<String> notApplicable() {
    return Set.of("RNW-06", "REL-05", "INS-04", "INS-06", "TRT-10", "TRT-13", "TRT-14", "TRT-28");
  }
}
