package io.leasehold.tck;

import io.leasehold.tck.fixture.TckFixture;

/** Any linearizable register, by way of the CAS helper, keeps the rules. */
class CasLeaseBackendTckTest extends LeaseBackendTck {

  @Override
  protected TckFixture fixture() {
    return new CasFixture();
  }
}
