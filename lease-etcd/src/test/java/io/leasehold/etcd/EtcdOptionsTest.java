package io.leasehold.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.etcd.jetcd.Client;
import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a URI says, and what is refused with a remedy and without a secret. */
class EtcdOptionsTest {

  private static EtcdOptions read(String uri) {
    return EtcdOptions.of(BackendConfig.of(uri, Duration.ofSeconds(1), LeaseClock.system()));
  }

  @Test
  void readsMembersNamespaceAndUser() {
    EtcdOptions options = read("etcd://us%40er:p%2Fw+d@a,b:1234/shop");
    assertThat(options.members()).containsExactly("a:2379", "b:1234");
    assertThat(options.user()).isEqualTo("us@er");
    assertThat(options.password()).isEqualTo("p/w+d");
    assertThat(options.namespace()).isEqualTo("shop");
    assertThat(options.tls()).isFalse();
    assertThat(options).hasToString("etcd://a:2379,b:1234/shop");
    assertThat(read("etcd://[::1]:5").members()).containsExactly("[::1]:5");
    assertThat(read("etcds://a/").namespace()).isEqualTo("leasehold");
    assertThat(read("etcds://a?ca=/x").files()).containsEntry("ca", "/x");
  }

  @ParameterizedTest
  @CsvSource({
    "etcd:a,                              LEASE-106, must look like",
    "etcd://a:0,                          LEASE-106, port 0",
    "etcd://a:70000,                      LEASE-106, port 70000",
    "'etcd://a,,b',                       LEASE-106, names a member",
    "etcd://a/x/y,                        LEASE-106, namespace",
    "etcd://hunter2@a,                    LEASE-106, user:password@",
    "etcd://u:hunter2/x@a,                LEASE-106, has an @ behind",
    "etcd://a?namespace=x,                LEASE-107, known are",
    "etcd://a?ca=/x,                      LEASE-107, is for TLS",
    "etcds://a?cert=/x,                   LEASE-107, go together",
  })
  void refuses(String uri, String code, String part) {
    assertThatThrownBy(() -> read(uri))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining(code)
        .hasMessageContaining(part)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void refusesFilesThatCannotBeRead() {
    assertThatThrownBy(() -> Etcds.connect("etcds://localhost:1?ca=/nowhere/ca.pem"))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("ca names /nowhere/ca.pem");
  }

  @Test
  void refusesABuilderWithoutEndpointsAndABoundThatIsNone() {
    assertThatThrownBy(() -> EtcdBackends.of(Client.builder(), Duration.ofSeconds(1)))
        .isInstanceOfSatisfying(
            LeaseConfigurationException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_OPTION));
    assertThatThrownBy(
            () ->
                EtcdBackends.of(
                    Client.builder().endpoints("http://127.0.0.1:1"), Duration.ofNanos(1)))
        .hasMessageContaining("callTimeout");
    assertThatThrownBy(
            () ->
                EtcdBackends.of(
                    Client.builder().endpoints("http://127.0.0.1:1"), Duration.ofSeconds(1), "a b"))
        .hasMessageContaining("namespace");
  }
}
