package io.leasehold.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a URI says, and what is refused with a remedy and without a secret. */
class ZooKeeperOptionsTest {

  private static ZooKeeperOptions read(String uri) {
    return ZooKeeperOptions.of(BackendConfig.of(uri, Duration.ofSeconds(1), LeaseClock.system()));
  }

  @Test
  void readsServersChrootAndUser() {
    ZooKeeperOptions options = read("zookeeper://us%40er:p%2Fw+d%3F@a,b:1234/shop/eu/");
    assertThat(options.hosts()).isEqualTo("a:2181,b:1234");
    assertThat(options.credentials()).contains("us@er:p/w+d?");
    assertThat(options.root()).isEqualTo("/shop/eu/leasehold");
    assertThat(options.creatorOnly()).isTrue();
    assertThat(options.tls()).isFalse();
    assertThat(options).hasToString("zookeeper://a:2181,b:1234/shop/eu/leasehold");
    assertThat(read("zookeeper://[::1]:5").hosts()).isEqualTo("[::1]:5");
    assertThat(read("zookeeper://a/").root()).isEqualTo("/leasehold");
    assertThat(read("zookeeper://a?namespace=x.y").root()).isEqualTo("/x.y");
  }

  @Test
  void ttlsFollowTheTick() {
    assertThat(read("zookeeper://a").tick()).isEqualTo(Duration.ofSeconds(2));
    assertThat(read("zookeeper://a").maxTtl()).isEqualTo(Duration.ofSeconds(40));
    assertThat(read("zookeeper://a?tick=500ms").maxTtl()).isEqualTo(Duration.ofSeconds(10));
    assertThat(read("zookeeper://a?max-ttl=1h").maxTtl()).isEqualTo(Duration.ofHours(1));
    assertThat(read("zookeeper://a").creatorOnly()).isFalse();
    assertThat(read("zookeeper://u:p@a?acl=open").creatorOnly()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "zookeeper:a,                             LEASE-106, must look like",
    "zookeeper://a:0,                         LEASE-106, port 0",
    "zookeeper://a:70000,                     LEASE-106, port 70000",
    "'zookeeper://a,,b',                      LEASE-106, names the server",
    "zookeeper://a//b,                        LEASE-106, chroot",
    "zookeeper://a/./b,                       LEASE-106, chroot",
    "zookeeper://hunter2@a,                   LEASE-106, user:password@",
    "zookeeper://:hunter2@a,                  LEASE-106, user:password@",
    "zookeeper://u:hunter2/x@a,               LEASE-106, has an @ behind",
    "zookeeper://u:hunter2?x@a,               LEASE-106, has an @ behind",
    "zookeeper://u:hunter2#x@a,               LEASE-106, has a # behind",
    "zookeeper://a?session-timeout=1s,        LEASE-107, known are",
    "zookeeper://a?namespace=a/b,             LEASE-107, must match",
    "zookeeper://a?namespace=.a,              LEASE-107, must match",
    "zookeeper://a?tick=1ms,                  LEASE-107, from 10ms to 1m",
    "zookeeper://a?tick=2m,                   LEASE-107, from 10ms to 1m",
    "zookeeper://a?max-ttl=5s,                LEASE-107, 3 ticks (6s)",
    "zookeeper://a?max-ttl=25h,               LEASE-107, to 24h",
    "zookeeper://a?acl=none,                  LEASE-107, must be creator or open",
    "zookeeper://a?acl=creator,               LEASE-107, needs somebody who creates",
    "zookeeper://a?tls=yes,                   LEASE-107, must be true or false",
    "zookeeper://a?trust-store=/x,            LEASE-107, is for TLS",
    "zookeeper://a?tls=true&key-store=/x/y,   LEASE-107, no file that can be read",
    "zookeeper://a?tls=true&key-store-password=hunter2, LEASE-107, without key-store",
  })
  void refuses(String uri, String code, String part) {
    assertThatThrownBy(() -> read(uri))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining(code)
        .hasMessageContaining(part)
        .hasMessageNotContaining("hunter2");
  }
}
