package io.leasehold.tck.mutants.engine;

import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.scenario.ForwardingBackend;
import java.util.List;

/** Passes everything on; a mutant overrides what it breaks. A batch is renewed one by one. */
class BackendWrap extends ForwardingBackend {

  final LeaseBackend real;

  BackendWrap(LeaseBackend real) {
    super(real);
    this.real = real;
  }

  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    return grants.stream().map(this::renewIfOwner).toList();
  }
}
