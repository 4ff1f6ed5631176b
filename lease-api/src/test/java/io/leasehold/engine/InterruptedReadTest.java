package io.leasehold.engine;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.memory.MemoryFaults.Op;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Reads and revocations have a bound of their own: an interrupt does not stop them, and is kept.
 */
class InterruptedReadTest {

  private final Bench bench = new Bench();
  private final Lease lease = bench.acquire("orders");

  @BeforeEach
  void interrupt() {
    Thread.currentThread().interrupt();
  }

  @AfterEach
  void theFlagIsKept() {
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void theHolderIsRead() {
    bench.faults.next(Op.HOLDER).delayReply(ofMillis(100));
    assertThat(bench.client.holder("orders")).isPresent();
  }

  @Test
  void aLeaseIsConfirmed() {
    bench.faults.next(Op.HOLDER).delayReply(ofMillis(100));
    assertThat(lease.confirmHeld()).isTrue();
  }

  @Test
  void aLeaseIsRevoked() {
    bench.faults.next(Op.REVOKE).delayReply(ofMillis(100));
    assertThat(bench.client.revoke("orders")).isPresent();
  }
}
