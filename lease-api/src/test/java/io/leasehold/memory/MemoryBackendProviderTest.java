package io.leasehold.memory;

import static io.leasehold.memory.MemoryTestKit.CALL_TIMEOUT;
import static io.leasehold.memory.MemoryTestKit.ORDERS;
import static io.leasehold.memory.MemoryTestKit.attempt;
import static io.leasehold.memory.MemoryTestKit.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.ServiceLoader;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class MemoryBackendProviderTest {

  private final LeaseClock clock = new ManualClock();
  private final MemoryBackendProvider provider = new MemoryBackendProvider();

  @Test
  void theServiceLoaderFindsItButNobodyGetsItUnasked() {
    LeaseBackendProvider found =
        ServiceLoader.load(LeaseBackendProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(each -> each.schemes().contains("memory"))
            .findFirst()
            .orElseThrow();

    assertThat(found).isInstanceOf(MemoryBackendProvider.class);
    assertThat(found.defaultUri()).isEmpty();
    assertThat(found.spiVersion()).isEqualTo(LeaseBackendProvider.SPI_VERSION);
    assertThat(found.artifact()).isEqualTo("io.leasehold:lease-api");
    assertThat(connect("memory:").traits().backend()).isEqualTo(found.id());
  }

  @Test
  void withoutANameEachClientHasAStoreOfItsOwn() {
    granted(connect("memory:").acquire(attempt()));
    granted(connect("memory:").acquire(attempt()));
    granted(connect("memory:?min-ttl=1s").acquire(attempt()));
  }

  @Test
  void clientsThatGiveOneNameShareAStore() {
    LeaseBackend first = connect("memory:shared-by-the-provider-test");
    LeaseBackend second = connect("memory:shared-by-the-provider-test?min-ttl=1s");
    LeaseBackend other = connect("memory:another-of-the-provider-test");

    long token = granted(first.acquire(attempt())).fencingToken();

    assertThat(second.holder(ORDERS)).isPresent();
    assertThat(other.holder(ORDERS)).isEmpty();
    second.revoke(ORDERS, true);
    first.close();
    second.close();
    assertThat(
            granted(connect("memory:shared-by-the-provider-test").acquire(attempt()))
                .fencingToken())
        .isGreaterThan(token + 1);
  }

  @Test
  void theOptionsSetTheRangeOfTheTtl() {
    BackendTraits traits = connect("memory:?min-ttl=2s&max-ttl=1h&ttl-step=500ms").traits();

    assertThat(traits.minTtl()).isEqualTo(Duration.ofSeconds(2));
    assertThat(traits.maxTtl()).isEqualTo(Duration.ofHours(1));
    assertThat(traits.ttlStep()).isEqualTo(Duration.ofMillis(500));
    assertThat(traits.callTimeout()).isEqualTo(CALL_TIMEOUT);
  }

  @Test
  void wrongOptionsAreRefused() {
    refused(ErrorCode.BAD_OPTION, "minttl", () -> connect("memory:?minttl=2s"));
    refused(ErrorCode.BAD_OPTION, "min-ttl of memory:", () -> connect("memory:?min-ttl=2"));
    refused(ErrorCode.BAD_OPTION, "at least min-ttl", () -> connect("memory:?max-ttl=0s"));
    refused(ErrorCode.BAD_OPTION, "above zero", () -> connect("memory:?ttl-step=0s"));
    refused(ErrorCode.BAD_OPTION, "above zero", () -> connect("memory:?min-ttl=0s"));
  }

  @Test
  void whatIsNotANameIsRefused() {
    for (String uri : new String[] {"memory://host", "memory:a/b", "memory:a#b", "memory:?#b"}) {
      refused(ErrorCode.BAD_URI, "write memory:", () -> connect(uri));
    }
  }

  @Test
  void clientsOfOneStoreHaveToShareItsClock() {
    connect("memory:clock-of-the-provider-test");

    refused(
        ErrorCode.MISCONFIGURED,
        "one clock",
        () ->
            provider.connect(
                BackendConfig.of(
                    "memory:clock-of-the-provider-test", CALL_TIMEOUT, LeaseClock.system())));
  }

  private LeaseBackend connect(String uri) {
    return provider.connect(BackendConfig.of(uri, CALL_TIMEOUT, clock));
  }

  private static void refused(ErrorCode code, String text, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            LeaseConfigurationException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(text);
  }
}
