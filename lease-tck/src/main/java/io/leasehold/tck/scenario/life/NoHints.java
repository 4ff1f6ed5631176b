package io.leasehold.tck.scenario.life;

import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.Subscription;
import io.leasehold.tck.scenario.ForwardingBackend;

/** Loses every hint that a name is vacant: who waits behind it has to ask by itself. */
final class NoHints extends ForwardingBackend {

  NoHints(LeaseBackend backend) {
    super(backend);
  }

  /** Subscribes, so that the store counts on this waiter, and hears nothing. */
  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    return super.onVacant(name, () -> {});
  }
}
