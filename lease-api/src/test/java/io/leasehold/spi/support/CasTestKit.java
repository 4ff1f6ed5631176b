package io.leasehold.spi.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.memory.ManualClock;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.Map;

/** Two clients on one register and one clock. */
abstract class CasTestKit {

  static final LeaseName NAME = new LeaseName("orders/1001");
  static final Duration TTL = Duration.ofSeconds(30);
  static final Duration CALL = Duration.ofSeconds(1);

  final ManualClock clock = new ManualClock();
  final RegisterInMemory register = new RegisterInMemory(clock);
  final CasLeaseBackend alice = client();
  final CasLeaseBackend bob = client();

  CasLeaseBackend client() {
    return new CasLeaseBackend(register, CasLeaseBackend.traits("test", CALL).build(), clock);
  }

  static AcquireAttempt attempt() {
    return attempt(0);
  }

  static AcquireAttempt attempt(long fenceFloor) {
    return new AcquireAttempt(NAME, OwnerToken.random(), TTL, fenceFloor, Map.of("host", "h1"));
  }

  static Grant granted(AcquireOutcome outcome) {
    assertThat(outcome).isInstanceOf(AcquireOutcome.Granted.class);
    AcquireOutcome.Granted granted = (AcquireOutcome.Granted) outcome;
    assertThat(granted.age()).isZero();
    return granted.grant();
  }

  static Grant grantedTo(CasLeaseBackend client) {
    return granted(client.acquire(attempt()));
  }

  static AcquireOutcome.Busy busy(AcquireOutcome outcome) {
    assertThat(outcome).isInstanceOf(AcquireOutcome.Busy.class);
    return (AcquireOutcome.Busy) outcome;
  }

  static void release(CasLeaseBackend client, Grant grant) {
    assertThat(client.releaseIfOwner(grant)).isEqualTo(new ReleaseOutcome.Released());
  }

  CasRecord record() {
    return register.record(NAME);
  }
}
