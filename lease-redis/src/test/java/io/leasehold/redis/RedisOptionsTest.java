package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a URI may say, and what is said to one that is wrong. */
class RedisOptionsTest {

  private static RedisOptions options(String uri) {
    return RedisOptions.of(BackendConfig.of(uri, Duration.ofSeconds(1), LeaseClock.system()));
  }

  private static void refused(String uri, ErrorCode code, String... parts) {
    LeaseConfigurationException error =
        catchThrowableOfType(LeaseConfigurationException.class, () -> options(uri));
    assertThat(error).as(uri).isNotNull();
    assertThat(error.code()).as(uri).isEqualTo(code);
    assertThat(error.getMessage()).as(uri).contains(parts).doesNotContain("s3cret");
  }

  @Test
  void aHostAloneMeansPort6379DatabaseZeroAndTenConnections() {
    RedisOptions options = options("redis://h");
    assertThat(options.host()).isEqualTo("h");
    assertThat(options.port()).isEqualTo(6379);
    assertThat(options.tls()).isFalse();
    assertThat(options.user()).isEmpty();
    assertThat(options.password()).isNull();
    assertThat(options.database()).isZero();
    assertThat(options.namespace()).isEqualTo("leasehold");
    assertThat(options.clientName()).isEqualTo("leasehold");
    assertThat(options.pool()).isEqualTo(10);
    assertThat(options.allowEviction()).isFalse();
    assertThat(options.verifyHost()).isTrue();
  }

  @Test
  void everythingCanBeSaid() {
    RedisOptions options =
        options(
            "rediss://me:s3cret@h:7/5?namespace=a.b&client-name=c&pool=3&allow-eviction=true"
                + "&verify-host=false");
    assertThat(options.port()).isEqualTo(7);
    assertThat(options.tls()).isTrue();
    assertThat(options.user()).contains("me");
    assertThat(options.password()).isEqualTo("s3cret");
    assertThat(options.database()).isEqualTo(5);
    assertThat(options.namespace()).isEqualTo("a.b");
    assertThat(options.clientName()).isEqualTo("c");
    assertThat(options.pool()).isEqualTo(3);
    assertThat(options.allowEviction()).isTrue();
    assertThat(options.verifyHost()).isFalse();
  }

  @Test
  void anIpv6AddressLosesItsBracketsAndKeepsThemInMessages() {
    assertThat(options("redis://[::1]:6380").host()).isEqualTo("::1");
    assertThat(options("redis://[::1]:6380").toString()).isEqualTo("redis://[::1]:6380/0");
  }

  @Test
  void anIpv6AddressWithAZoneIsDecoded() {
    assertThat(options("redis://[fe80::1%25eth0]").host()).isEqualTo("fe80::1%eth0");
  }

  @Test
  void aPasswordIsDecodedAndAPlusIsAPlus() {
    assertThat(options("redis://:a%40b+c%2F@h").password()).isEqualTo("a@b+c/");
    assertThat(options("redis://:s3cret@h").user()).isEmpty();
  }

  @Test
  void printedOptionsShowNoSecret() {
    assertThat(options("redis://me:s3cret@h:1/2").toString()).isEqualTo("redis://h:1/2");
  }

  @Test
  void aUriWithoutAHostIsToldItsForm() {
    refused("redis:///0", ErrorCode.BAD_URI, "redis://[[user]:password@]host[:port]");
    refused("redis:h", ErrorCode.BAD_URI, "redis://[[user]:password@]host[:port]");
    refused("redis://:s3cret@h/0#x", ErrorCode.BAD_URI, "has a \"#\"", "leave it out", "%23");
    refused("rediss://h?trust-store=f&trust-store-password=a#s3cret", ErrorCode.BAD_URI, "%23");
  }

  @Test
  void aHostWithAnUnderscoreIsToldWhyItIsNone() {
    refused("redis://my_redis:6379", ErrorCode.BAD_URI, "my_redis", "\"_\"", "alias");
  }

  @Test
  void aPortOutOfRangeIsRefused() {
    refused("redis://h:0", ErrorCode.BAD_URI, "port 0", "1 to 65535");
    refused("redis://h:65536", ErrorCode.BAD_URI, "port 65536", "1 to 65535");
  }

  @Test
  void oneWordBeforeTheHostMayBeThePasswordAndIsNotShown() {
    refused("redis://s3cret@h", ErrorCode.BAD_URI, "***@h", "user:password@", ":password@");
  }

  /** Its rest would be taken for a path or an option, and printed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://u:top?secretword@h",
        "redis://u:12/secretword@h",
        "redis://:secretword?@h",
        "redis://u:12#secretword@h"
      })
  void aPasswordThatWasNotEncodedIsNotShown(String uri) {
    refused(uri, ErrorCode.BAD_URI, "%40 for @", "%2F for /");
    assertThatThrownBy(() -> options(uri)).hasMessageNotContaining("secretword");
  }

  @Test
  void aDatabaseThatIsNoNumberIsRefused() {
    refused("redis://h/x", ErrorCode.BAD_OPTION, "database \"x\"", "0 to 1048576");
    refused("redis://h/-1", ErrorCode.BAD_OPTION, "database \"-1\"", "0 to 1048576");
    refused("redis://h/1/2", ErrorCode.BAD_OPTION, "database \"1/2\"", "0 to 1048576");
  }

  @Test
  void aPoolOutsideItsLimitsIsRefused() {
    for (String pool : new String[] {"0", "-1", "1001", "many", ""}) {
      refused("redis://h?pool=" + pool, ErrorCode.BAD_OPTION, "pool=" + pool, "1 to 1000");
    }
  }

  @Test
  void aNamespaceThatWouldBreakTheHashTagIsRefused() {
    refused("redis://h?namespace=a%7Db", ErrorCode.BAD_OPTION, "namespace=a}b", "{1,64}");
    refused("redis://h?namespace=", ErrorCode.BAD_OPTION, "namespace=", "{1,64}");
    refused("redis://h?namespace=a:b", ErrorCode.BAD_OPTION, "namespace=a:b", "{1,64}");
  }

  @Test
  void aClientNameThatRedisWouldRefuseIsRefusedHere() {
    refused("redis://h?client-name=a%20b", ErrorCode.BAD_OPTION, "client-name=a b", "{1,128}");
  }

  @Test
  void aFlagIsTrueOrFalse() {
    refused("redis://h?allow-eviction=yes", ErrorCode.BAD_OPTION, "=yes", "true or false");
    refused("rediss://h?verify-host=", ErrorCode.BAD_OPTION, "verify-host=", "true or false");
  }

  @Test
  void aMisspeltOptionIsToldTheKnownOnes() {
    refused("redis://me:s3cret@h?pol=3", ErrorCode.BAD_OPTION, "\"pol\"", "pool", "namespace");
  }

  @Test
  void optionsOfTlsAreNotIgnoredWithoutTls() {
    refused("redis://h?verify-host=false", ErrorCode.BAD_OPTION, "verify-host", "rediss://");
    refused("redis://h?trust-store=x", ErrorCode.BAD_OPTION, "trust-store", "rediss://");
  }

  @Test
  void aKeyStoreThatCannotBeReadIsNamed(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("trust.p12"), "no key store");
    for (String uri :
        new String[] {
          "rediss://h?trust-store=" + file + "&trust-store-password=s3cret",
          "rediss://h?key-store=" + file + "&key-store-password=s3cret",
          "rediss://h?trust-store=" + folder.resolve("absent") + "&trust-store-password=s3cret"
        }) {
      LeaseConfigurationException error =
          catchThrowableOfType(
              LeaseConfigurationException.class, () -> RedisTls.factory(options(uri).stores()));
      assertThat(error.code()).isEqualTo(ErrorCode.BAD_OPTION);
      assertThat(error.getMessage())
          .contains("-store=" + folder, "PKCS#12", "-password")
          .doesNotContain("s3cret");
    }
  }

  @Test
  void thePasswordOfAStoreThatIsNotNamedIsNotIgnored() {
    refused("rediss://h?trust-store-password=s3cret", ErrorCode.BAD_OPTION, "trust-store=");
    refused("rediss://h?key-store-password=s3cret", ErrorCode.BAD_OPTION, "key-store=");
  }
}
