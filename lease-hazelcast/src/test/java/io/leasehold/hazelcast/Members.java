package io.leasehold.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What tests ask of members and of their clients again and again. */
final class Members {

  static final Duration BOUND = Duration.ofSeconds(1);

  /** What others take to give up a member that is silent. */
  static final String[] ALERT = {
    "hazelcast.heartbeat.interval.seconds=1",
    "hazelcast.max.no.heartbeat.seconds=5",
    "hazelcast.merge.first.run.delay.seconds=5",
    "hazelcast.merge.next.run.delay.seconds=2",
    "hazelcast.master.confirmation.interval.seconds=2",
    "hazelcast.invocation.retry.pause.millis=50"
  };

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Members() {}

  /** A client of all members. */
  static LeaseBackend connect(HazelcastServer member) {
    return connect(member, "connect-timeout=1m");
  }

  static LeaseBackend connect(HazelcastServer member, String options) {
    return new HazelcastBackendProvider()
        .connect(
            BackendConfig.of(
                "hazelcast://" + member.address() + "/tck?" + options, BOUND, LeaseClock.system()));
  }

  static AcquireAttempt attempt(String name) {
    return new AcquireAttempt(
        new LeaseName(name), OwnerToken.random(), Duration.ofMinutes(10), 0, Map.of());
  }

  static Grant acquire(LeaseBackend backend, String name) {
    AcquireOutcome outcome = backend.acquire(attempt(name));
    assertThat(outcome).as(name).isInstanceOf(AcquireOutcome.Granted.class);
    return ((AcquireOutcome.Granted) outcome).grant();
  }

  static List<Grant> acquireAll(LeaseBackend backend, int names) {
    List<Grant> grants = new ArrayList<>();
    for (int i = 0; i < names; i++) {
      grants.add(acquire(backend, "orders/" + i));
    }
    return grants;
  }

  /** Unknown and refused while the cluster notices. */
  static RenewOutcome renewedInTheEnd(LeaseBackend backend, Grant grant) {
    RenewOutcome[] outcome = new RenewOutcome[1];
    until(
        "the renewal is answered",
        () -> {
          outcome[0] = backend.renewIfOwner(grant);
          return !(outcome[0] instanceof RenewOutcome.Unknown
              || outcome[0] instanceof RenewOutcome.Refused);
        });
    return outcome[0];
  }

  static void until(String what, BooleanSupplier done) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!done.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("waited in vain until " + what).isNegative();
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }
}
