package io.leasehold.zookeeper;

import io.leasehold.spi.LeaseName;
import io.leasehold.spi.Subscription;

/** Tells clients that wait for a name when it is free: one of them for each time. */
final class Vacancies {

  private final Sessions sessions;
  private final Paths paths;

  Vacancies(Sessions sessions, Paths paths) {
    this.sessions = sessions;
    this.paths = paths;
  }

  Subscription onVacant(LeaseName name, Runnable hint) {
    Waiter waiter = new Waiter(sessions, paths.lease(name), paths.line(name), hint);
    waiter.enter();
    return waiter;
  }
}
