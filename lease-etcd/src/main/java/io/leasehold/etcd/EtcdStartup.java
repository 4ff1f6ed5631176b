package io.leasehold.etcd;

import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.support.TrialLease;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * Opens a backend and tries at once what would fail later: asks the server for its least ttl, and
 * lets a lease live its whole life under a name of its own, which shows a wrong password, a missing
 * right and a server that is none.
 */
final class EtcdStartup {

  /** Whether no client has had its answers in this JVM yet. */
  private static final AtomicBoolean COLD = new AtomicBoolean(true);

  private static final int COLD_TRIES = 5;

  private final EtcdLinks links;
  private final LeaseClock clock;
  private final Duration callTimeout;
  private final TrialLease trial;

  private EtcdStartup(EtcdLinks links, LeaseClock clock, Duration callTimeout, String where) {
    this.links = links;
    this.clock = clock;
    this.callTimeout = callTimeout;
    // Members of two clusters may be named, or a balancer before several.
    this.trial =
        new TrialLease(
            where,
            Cause.of(
                Cause.Kind.MISCONFIGURED,
                ", as if another cluster had answered than the one before; name members of one"
                    + " cluster"),
            UnaryOperator.identity());
  }

  /**
   * Opens it.
   *
   * @param where the members, for messages; without secrets
   * @throws LeaseConfigurationException MISCONFIGURED
   * @throws BackendUnavailableException if no member answers or can serve now
   */
  static LeaseBackend open(
      EtcdLinks links, LeaseClock clock, Duration callTimeout, String namespace, String where) {
    boolean sound = false;
    try {
      EtcdStartup startup = new EtcdStartup(links, clock, callTimeout, where);
      LeaseBackend backend =
          startup.tried(namespace, Math.max(links.members(), COLD.get() ? COLD_TRIES : 1));
      COLD.set(false);
      sound = true;
      return backend;
    } finally {
      if (!sound) {
        links.close();
      }
    }
  }

  /**
   * The first calls of a JVM load classes: on a busy machine that alone can take their time. And
   * the member that is asked first may be the one that is down: each try asks the next one.
   */
  private LeaseBackend tried(String namespace, int tries) {
    for (int left = tries - 1; ; left--) {
      try {
        return tried(namespace);
      } catch (BackendUnavailableException e) {
        boolean another = left > 0 && links.members() > 1;
        boolean cold = left > 0 && e.reason().kind() == Cause.Kind.TIMEOUT;
        if (!another && !cold) {
          throw e;
        }
      }
    }
  }

  private LeaseBackend tried(String namespace) {
    LeaseBackend backend =
        new EtcdLeaseBackend(
            EtcdTraits.of(callTimeout, minTtl()), clock, links, new EtcdKeys(namespace));
    trial.live(backend);
    return backend;
  }

  /**
   * What the server grants to who asks for a second; less than its elections take it never does.
   */
  private Duration minTtl() {
    try {
      StoreLeases leases = new StoreLeases(links, clock);
      StoreLease least = leases.fresh(Bound.of(clock, callTimeout), OwnerToken.random(), 1);
      leases.revoke(Bound.of(clock, callTimeout), least);
      return Duration.ofSeconds(least.ttlSeconds());
    } catch (CallFailedException e) {
      throw trial.failed("a store lease cannot be made", EtcdFault.of(e).cause());
    }
  }
}
