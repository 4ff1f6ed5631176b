package io.leasehold.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HazelcastOptionsTest {

  private static HazelcastOptions read(String uri) {
    return HazelcastOptions.of(BackendConfig.of(uri, Duration.ofSeconds(1), LeaseClock.system()));
  }

  @Test
  void aClientsUriNamesMembersAndCluster() {
    HazelcastOptions options = read("hazelcast://a,b_c:1/prod?routing=given&namespace=x");
    assertThat(options.embedded()).isFalse();
    assertThat(options.addresses()).containsExactly("a:5701", "b_c:1");
    assertThat(read("hazelcast://[::1]:2").addresses()).containsExactly("[::1]:2");
    assertThat(options.cluster()).isEqualTo("prod");
    assertThat(options.namespace()).isEqualTo("x");
    assertThat(options.given()).isTrue();
    assertThat(options.connectTimeout()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void aMembersUriNamesTheCluster() {
    for (String uri : List.of("hazelcast:", "hazelcast:dev", "hazelcast:/dev", "HAZELCAST:dev")) {
      HazelcastOptions options = read(uri);
      assertThat(options.embedded()).isTrue();
      assertThat(options.cluster()).isEqualTo("dev");
      assertThat(options.addresses()).isEmpty();
      assertThat(options.bind()).isEqualTo("127.0.0.1");
      assertThat(options.port()).isEqualTo(5701);
    }
    HazelcastOptions all =
        read("hazelcast:prod?port=1&members=a:2,b&backups=2&min-members=3&bind=10.0.0.1");
    assertThat(all.cluster()).isEqualTo("prod");
    assertThat(all.addresses()).containsExactly("a:2", "b:5701");
    assertThat(all.backups()).isEqualTo(2);
    assertThat(all.minMembers()).isEqualTo(3);
    assertThat(all.bind()).isEqualTo("10.0.0.1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          hazelcast://                      | LEASE-106 | cannot be read
          hazelcast:///x                    | LEASE-106 | must look like hazelcast://host
          hazelcast://a,,b/x                | LEASE-106 | must look like hazelcast://host
          hazelcast://a:0/x                 | LEASE-106 | port 0
          hazelcast://a:70000/x             | LEASE-106 | port 70000
          hazelcast://user:pw@a/x           | LEASE-106 | knows no users and passwords
          hazelcast://a/x#y                 | LEASE-106 | nothing is read
          hazelcast://a/x/y                 | LEASE-106 | names cluster
          hazelcast://a/x?port=1            | LEASE-107 | is for embedded members
          hazelcast:x?routing=all           | LEASE-107 | is for clients
          hazelcast://a/x?colour=red        | LEASE-107 | is not known; known are
          hazelcast://a/x?routing=some      | LEASE-107 | must be all or given
          hazelcast://a/x?connect-timeout=1 | LEASE-107 | connect-timeout
          hazelcast://a/x?connect-timeout=1h| LEASE-107 | from 100ms to 10m
          hazelcast://a/x?namespace=a*      | LEASE-107 | must match
          hazelcast:x?backups=7             | LEASE-107 | must be a whole number from 0 to 6
          hazelcast:x?port=x                | LEASE-107 | must be a whole number from 1 to 65535
          hazelcast:x?bind=localhost        | LEASE-107 | must match
          """)
  void aWrongUriIsRefusedWithTheReason(String uri, String code, String reason) {
    assertThatThrownBy(() -> read(uri))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining(code)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("pw");
  }
}
