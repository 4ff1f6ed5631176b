package io.leasehold.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S",
    "30s, PT30S",
    "2m, PT2M",
    "1h, PT1H",
    "7d, P7D",
    "3us, PT0.000003S",
    "1ns, PT0.000000001S",
    "0s, PT0S",
    "90s, PT1M30S",
    "1500ms, PT1.5S"
  })
  void aNumberAndAUnitAreRead(String text, Duration duration) {
    assertThat(Durations.parse("option x", text)).isEqualTo(duration);
    assertThat(Durations.parse("option x", Durations.format(duration))).isEqualTo(duration);
  }

  @ParameterizedTest
  @CsvSource({
    "PT2M, 2m",
    "PT1M30S, 90s",
    "PT36H, 36h",
    "PT0S, 0s",
    "PT0.000000001S, 1ns",
    "P400000D, 400000d",
    "PT-2M, -2m"
  })
  void theLargestUnitThatFitsIsWritten(Duration duration, String text) {
    assertThat(Durations.format(duration)).isEqualTo(text);
  }

  @Test
  void theLongestDurationThatThereIsIsWritten() {
    Duration forever = ChronoUnit.FOREVER.getDuration();
    assertThat(Durations.format(forever)).isEqualTo("9223372036854775807999999999ns");
  }

  @ParameterizedTest
  @CsvSource({
    "PT0.88S, 880 ms",
    "PT1M0.000730314S, 60.001 s",
    "PT0.0000005S, 0.001 ms",
    "PT1M40S, 100 s",
    "PT0.1S, 100 ms",
    "PT0S, 0 ms",
    "PT-2S, -2 s"
  })
  void aMeasuredTimeIsRoundedForPeople(Duration duration, String text) {
    assertThat(Durations.show(duration)).isEqualTo(text);
  }

  /** It is written by hand because formats are slow, and says what a format would. */
  @Test
  void aMeasuredTimeIsWrittenAsAFormatWould() {
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      long nanos = random.nextLong() >> random.nextInt(64);
      if (Math.abs(nanos) >= 36_500L * 86_400 * 1_000_000_000L) {
        continue; // unlimited
      }
      boolean seconds = Math.abs(nanos) >= 1_000_000_000;
      BigDecimal rounded =
          BigDecimal.valueOf(nanos, seconds ? 9 : 6).setScale(3, RoundingMode.HALF_UP);
      String plain = rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
      assertThat(Durations.show(Duration.ofNanos(nanos)))
          .isEqualTo(plain + (seconds ? " s" : " ms"));
    }
  }

  @Test
  void aTimeLongerThanAnyMachineRunsIsUnlimited() {
    assertThat(Durations.show(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo("unlimited");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "30", "s", "-1s", "1.5s", "30 s", " 30s", "30S", "PT30S", "1h30m", "٣s"})
  void anythingElseIsRefusedWithTheValueAndTheForm(String text) {
    assertThatThrownBy(() -> Durations.parse("option min-ttl", text))
        .isInstanceOfSatisfying(
            LeaseConfigurationException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_OPTION))
        .hasMessage(
            "LEASE-107: option min-ttl is \"%s\", which is not a duration; write a whole number and"
                + " a unit (ns, us, ms, s, m, h, d), for instance 500ms, 30s, 2m or 1h",
            text);
  }

  @Test
  void aDurationOutOfRangeIsRefused() {
    assertThatThrownBy(() -> Durations.parse("option x", "999999999999999999d"))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("is too long");
    assertThatThrownBy(() -> Durations.parse("option x", "9999999999999999999s"))
        .hasMessageContaining("is not a duration");
  }

  @Test
  void anOptionThatIsNotGivenHasItsDefault() {
    BackendConfig config =
        BackendConfig.of("x:?given=5s", Duration.ofSeconds(1), LeaseClock.system());

    assertThat(Durations.option(config, "given", Duration.ZERO)).isEqualTo(Duration.ofSeconds(5));
    assertThat(Durations.option(config, "absent", Duration.ofSeconds(9)))
        .isEqualTo(Duration.ofSeconds(9));
  }
}
