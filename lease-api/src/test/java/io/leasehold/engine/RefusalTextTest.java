package io.leasehold.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.LeaseRequest;
import java.time.Duration;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/** Refusals name the value as it was given, and advise only what would do. */
class RefusalTextTest {

  private final Bench bench = new Bench();

  private AbstractThrowableAssert<?, ? extends Throwable> refused(LeaseRequest request) {
    return assertThatThrownBy(() -> bench.engine.check.check(request));
  }

  private static LeaseRequest ttl(Duration ttl) {
    return LeaseRequest.of("orders").ttl(ttl);
  }

  @Test
  void aNanosecondMoreOrLessIsShown() {
    refused(ttl(ofNanos(999_999))).hasMessageContainingAll("PT0.000999999S", "the minimum 1 ms");
    refused(ttl(ofSeconds(4).plusNanos(1)))
        .hasMessageContainingAll("ttl PT4.000000001S", "ask for 4 s or 4.001 s");
  }

  @Test
  void aTtlOfCenturiesIsShownAndNotCalledUnlimited() {
    refused(ttl(Duration.ofDays(365_000)))
        .hasMessageContainingAll("PT8760000H", "the maximum 86400 s");
  }

  @Test
  void aTtlThatNanosecondsCannotCountIsRefusedWhateverTheStoreDeclares() {
    RequestCheck check =
        new Bench(d -> d.ttl(ofMillis(1), ofSeconds(Long.MAX_VALUE), ofMillis(1))).engine.check;
    assertThatThrownBy(() -> check.check(ttl(Duration.ofDays(400_000))))
        .hasMessageContainingAll("LEASE-124", "PT9600000H");
  }

  @Test
  void whereNoTtlOfTheStoreWouldDoOnlyAShorterCallTimeoutIsAdvised() {
    RequestCheck check = new Bench(d -> d.ttl(ofMillis(1), ofSeconds(2), ofMillis(1))).engine.check;
    assertThatThrownBy(() -> check.check(ttl(ofSeconds(2))))
        .hasMessageContainingAll("set a callTimeout below", "longest ttl 2 s is too short")
        .hasMessageNotContaining("ask for a ttl of at least");
  }

  @Test
  void byHandNoNegativeCallTimeoutIsAdvised() {
    refused(ttl(ofMillis(1)).renewedByHand())
        .hasMessageContaining("ask for a ttl of at least")
        .hasMessageNotContaining("callTimeout below");
  }
}
