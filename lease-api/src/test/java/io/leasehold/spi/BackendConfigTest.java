package io.leasehold.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackendConfigTest {

  @Test
  void aSchemeAloneIsRead() {
    BackendConfig config = read("memory:");
    assertThat(config.uri().getScheme()).isEqualTo("memory");
    assertThat(config.options()).isEmpty();
    assertThat(read("memory:?x=y").options()).containsEntry("x", "y");
  }

  @Test
  void schemesAreTurnedToLowerCaseAndTheRestIsLeftAlone() {
    assertThat(read("REDIS://Host/Path?Opt=Val").uri()).hasToString("redis://Host/Path?Opt=Val");
  }

  @ParameterizedTest
  @CsvSource({
    "redis://user:hunter2@host:6379/0, redis://user:***@host:6379/0",
    "redis://:hunter2@host, redis://:***@host",
    "redis://user:hun/ter2@host, redis://user:***@host",
    "redis://user:hun?ter2@host, redis://user:***@host",
    "redis://user:hun#ter2@host, redis://user:***@host",
    "redis://user:hun@ter2@host, redis://user:***@host",
    "redis://user:hun:ter2@host, redis://user:***@host",
    "redis://hunter2@host:1, redis://***@host:1",
    "redis:user:hunter2@host, redis:***@host",
    "redis:/user:hunter2@host, redis:/***@host",
    "mysql://host/db;pw=hunter2, mysql://host/db;pw=***",
    "user:hunter2@host:6379, user:***@host:6379",
    "redis+cluster://u:hunter2@a:1;b:2/x, redis+cluster://u:***@a:1;b:2/x",
    "etcd://host?password=hunter2&x=y, etcd://host?password=***&x=y",
    "etcd://host?x=y&keyStorePwd=hunter2, etcd://host?x=y&keyStorePwd=***",
    "etcd://host?auth=hunter2, etcd://host?auth=***"
  })
  void passwordsAreMaskedEvenInUrisThatCannotBeRead(String uri, String masked) {
    assertThat(BackendConfig.mask(uri)).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://localhost:6379/0",
        "redis+cluster://a:7000,b:7001/x",
        "file:/var/lib/leases?poll=5s",
        "file:/var/job@2:x@3/leases",
        "memory:",
        "not a uri"
      })
  void whatHoldsNoSecretIsPrintedAsItIs(String uri) {
    assertThat(BackendConfig.mask(uri)).isEqualTo(uri);
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis://us er:hunter2@host", "redis://[x:hunter2@host", "user:hunter2@"})
  void aUriThatCannotBeReadIsRefusedWithoutItsPassword(String uri) {
    assertThatThrownBy(() -> read(uri + " "))
        .isInstanceOfSatisfying(
            LeaseConfigurationException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_URI))
        .hasMessageStartingWith("LEASE-106")
        .message()
        .doesNotContain("hunter2");
  }

  private static BackendConfig read(String uri) {
    return BackendConfig.of(uri, Duration.ofSeconds(1), LeaseClock.system());
  }
}
