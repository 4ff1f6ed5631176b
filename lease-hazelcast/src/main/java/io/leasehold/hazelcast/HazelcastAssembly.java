package io.leasehold.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.concurrent.Callable;

/** Puts a backend together and starts it, and says what is wrong if that fails. */
final class HazelcastAssembly {

  private HazelcastAssembly() {}

  /** The map of entry processors. */
  static String leases(String namespace) {
    return namespace + ".leases";
  }

  /** Leases by entry processors; blocks until they answer. */
  static LeaseBackend processor(
      HazelcastInstance instance,
      boolean ours,
      String namespace,
      LeaseClock clock,
      Duration callTimeout) {
    boolean done = false;
    try {
      HazelcastStore store = new HazelcastStore(instance, ours, leases(namespace), clock);
      HazelcastLeaseBackend backend =
          new HazelcastLeaseBackend(
              store,
              new HazelcastCalls(clock, callTimeout),
              HazelcastTraits.processor(callTimeout));
      backend.start();
      done = true;
      return backend;
    } finally {
      if (!done && ours) {
        instance.getLifecycleService().terminate();
      }
    }
  }

  /**
   * Starts something on a thread of its own, because the driver may block.
   *
   * @throws LeaseConfigurationException MISCONFIGURED
   * @throws BackendUnavailableException if there is no answer in time
   */
  static LeaseBackend within(Duration bound, String where, Callable<LeaseBackend> start) {
    Cause cause;
    try {
      return Bounded.within(bound, "start", start);
    } catch (LeaseConfigurationException e) {
      throw e;
    } catch (CallFailedException e) {
      cause = e.reason();
    } catch (RuntimeException e) {
      cause = HazelcastFault.of(e, true).reason();
    }
    if (cause.kind() == Cause.Kind.MISCONFIGURED) {
      throw new LeaseConfigurationException(
          ErrorCode.MISCONFIGURED,
          "on " + where + " no lease can be kept: " + cause,
          cause.error());
    }
    throw new BackendUnavailableException("the first call to " + where, cause);
  }
}
