package io.leasehold.spi.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class UriReaderTest {

  private final UriReader reader =
      reader("shelf://me:hunter2@a:1/x?shelves=3&dry=true&room=attic&label=a-b&safe-password=x");

  private static UriReader reader(String uri) {
    return new UriReader(BackendConfig.of(uri, Duration.ofSeconds(1), LeaseClock.system()));
  }

  @Test
  void readsWhatIsGivenAndElseWhatCounts() {
    assertThat(reader.number("shelves", 1, 1, 3)).isEqualTo(3);
    assertThat(reader.number("doors", 2, 1, 3)).isEqualTo(2);
    assertThat(reader.flag("dry", false)).isTrue();
    assertThat(reader.flag("warm", false)).isFalse();
    assertThat(reader.choice("room", "hall", Map.of("hall", 1, "attic", 2))).isEqualTo(2);
    assertThat(reader.choice("wing", "hall", Map.of("hall", 1, "attic", 2))).isEqualTo(1);
    assertThat(reader.matching("label", "none", UriReader.NAMESPACE)).isEqualTo("a-b");
    assertThat(reader.matching("sign", "none", UriReader.NAMESPACE)).isEqualTo("none");
    assertThat(reader.port("65535", 7)).isEqualTo(65_535);
    assertThat(reader.port("", 7)).isEqualTo(7);
    assertThat(UriReader.decoded("a+b%40c")).isEqualTo("a+b@c");
  }

  @Test
  void refusesOptionsInTheSameWords() {
    badOption(() -> reader.number("shelves", 1, 1, 2), "shelves=3 of", "whole number from 1 to 2");
    badOption(() -> reader.number("room", 1, 1, 2), "room=attic of", "whole number from 1 to 2");
    badOption(() -> reader.flag("room", true), "room=attic of", "must be true or false");
    badOption(
        () -> reader.choice("room", "hall", Map.of("hall", 1, "garden", 2)),
        "room=attic of",
        "must be garden or hall");
    badOption(
        () -> reader.matching("label", "none", Pattern.compile("[0-9]+")),
        "label=a-b of",
        "must match [0-9]+");
    badOption(
        () -> reader.refuse(List.of("doors", "dry"), "is for barns; leave it out"),
        "option dry of",
        "is for barns");
    badOption(
        () -> reader.refusePasswordsOfNoStore("safe", "room"),
        "option safe-password of",
        "without safe; name the file with safe=");
    assertThatThrownBy(() -> UriReader.checkNamespace("a/b"))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("namespace \"a/b\" must match");
  }

  private static void badOption(ThrowingCallable reading, String what, String fault) {
    assertThatThrownBy(reading)
        .isInstanceOfSatisfying(
            LeaseConfigurationException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_OPTION))
        .hasMessageContaining(what + " shelf://me:***@a:1/x")
        .hasMessageContaining(fault)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void refusesUrisWithoutTheirSecrets() {
    for (String port : List.of("0", "65536", "123456", "x", "-1")) {
      badUri(() -> reader.port(port, 7), "has port " + port);
    }
    badUri(
        () -> reader("shelf://me:hun/ter2@a").refuseAtBehindAddresses("has one"), "://***\" has");
    badUri(() -> reader("shelf://a/x?y=hunter2@b").refuseAtBehindAddresses("no"), "://***\" no");
    reader.refuseAtBehindAddresses("none here");
    assertThat(reader.hidden("@a", "is odd")).hasMessageContaining("\"shelf://***@a\" is odd");
  }

  private static void badUri(ThrowingCallable reading, String fault) {
    assertThatThrownBy(reading)
        .isInstanceOfSatisfying(
            LeaseConfigurationException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_URI))
        .hasMessageContaining(fault)
        .hasMessageNotContaining("ter2");
  }
}
