package io.leasehold.spi.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.LeaseConfigurationException;
import io.leasehold.memory.ManualClock;
import io.leasehold.memory.MemoryBackend;
import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Cause.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TrialLeaseTest {

  private static final Duration TTL = Duration.ofSeconds(10);

  private final MemoryStore store = new MemoryStore(new ManualClock());
  private final MemoryBackend backend = store.connect(Duration.ofSeconds(1));
  private final TrialLease trial =
      new TrialLease(
          "mem://here",
          Cause.of(Kind.MISCONFIGURED, ", as from another store"),
          cause -> new Cause(cause.kind(), cause.message() + "; a hint", cause.error()));

  @Test
  void aSoundStoreIsLeftAsItWas() {
    trial.live(backend, TTL);
    assertThat(store.records()).isZero();
  }

  @Test
  void theTrialEndsNotBeforeItsCallsThoughEachTakesAsLongAsItMay() {
    for (Op op : List.of(Op.ACQUIRE, Op.RENEW, Op.HOLDER, Op.RELEASE)) {
      store.faults().next(op).delayReply(Duration.ofMillis(990));
    }
    trial.live(backend);
    assertThat(store.records()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = Op.class,
      names = {"ACQUIRE", "RENEW", "HOLDER", "RELEASE", "ABANDON"})
  void eachStepIsToldWithItsCause(Op op) {
    store.faults().next(op).refuse(Cause.of(Kind.UNAVAILABLE, "asleep"));
    assertThatThrownBy(() -> trial.live(backend, TTL))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("mem://here")
        .hasMessageContaining("asleep; a hint");
    store.faults().next(op).refuse(Cause.of(Kind.MISCONFIGURED, "forbidden"));
    assertThatThrownBy(() -> trial.live(backend, TTL))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("on mem://here")
        .hasMessageContaining("forbidden");
  }

  @ParameterizedTest
  @EnumSource(
      value = Op.class,
      names = {"ACQUIRE", "RENEW", "RELEASE", "ABANDON"})
  void noAnswerIsToldToo(Op op) {
    store.faults().next(op).loseReply();
    assertThatThrownBy(() -> trial.live(backend, TTL))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("TIMEOUT");
  }

  @ParameterizedTest
  @EnumSource(
      value = Op.class,
      names = {"RENEW", "HOLDER", "RELEASE"})
  void anAnswerThatDoesNotGoWithTheOneBeforeIsTold(Op op) {
    // The lease is gone by then, as on another server.
    store.faults().next(op).delayRequest(Duration.ofMillis(500));
    assertThatThrownBy(() -> trial.live(backend, Duration.ofMillis(300)))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("as from another store");
  }
}
