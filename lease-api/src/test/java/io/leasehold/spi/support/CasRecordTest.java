package io.leasehold.spi.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.support.CasRecord.Mark;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CasRecordTest {

  private static final OwnerToken OWNER = new OwnerToken(1, 2);
  private static final OwnerToken WRITE = new OwnerToken(-1, -2);
  private static final String GOOD =
      "L1.h.00000000000000010000000000000002.7.9.30000.fffffffffffffffffffffffffffffffe.aG9zdABhLmI";

  private static CasRecord record(Map<String, String> metadata) {
    return new CasRecord(Mark.HELD, OWNER, 7, 9, Duration.ofSeconds(30), WRITE, metadata);
  }

  @Test
  void the_text_is_fixed_for_ever() {
    assertThat(record(Map.of("host", "a.b")).toText()).isEqualTo(GOOD);
  }

  @ParameterizedTest
  @EnumSource(Mark.class)
  void every_record_comes_back_from_its_text(Mark mark) {
    for (Map<String, String> metadata :
        List.of(
            Map.<String, String>of(),
            Map.of("", ""),
            Map.of("a", "", "b", "\u00fc.-_~\n", "c", "c"))) {
      CasRecord record =
          new CasRecord(mark, OWNER, 0, 1, Duration.ofMillis(1), OwnerToken.random(), metadata);
      assertThat(CasRecord.parse(record.toText())).isEqualTo(record);
    }
  }

  @Test
  void the_longest_record_fits_a_file_name_and_has_only_safe_characters() {
    String longest =
        new CasRecord(
                Mark.REVOKED,
                WRITE,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                Duration.ofMillis(CasText.MAX_TTL_MILLIS),
                WRITE,
                Map.of("k", "\u00e9".repeat((CasText.MAX_METADATA_BYTES - 2) / 2)))
            .toText();
    assertThat(longest).hasSizeBetween(CasRecord.MAX_TEXT - 4, CasRecord.MAX_TEXT);
    assertThat(longest).matches("[A-Za-z0-9._-]+");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "L2.h.0.1.2.3.4.-",
        "L1",
        "L1.h.00000000000000010000000000000002.7.9.30000.fffffffffffffffffffffffffffffffe",
        "L1.x.00000000000000010000000000000002.7.9.30000.fffffffffffffffffffffffffffffffe.-",
        "L1.h.0000000000000001000000000000000.7.9.30000.fffffffffffffffffffffffffffffffe.-",
        "L1.h.00000000000000010000000000000002.07.9.30000.fffffffffffffffffffffffffffffffe.-",
        "L1.h.00000000000000010000000000000002.+7.9.30000.fffffffffffffffffffffffffffffffe.-",
        "L1.h.00000000000000010000000000000002.-7.9.30000.fffffffffffffffffffffffffffffffe.-",
        "L1.h.00000000000000010000000000000002.7.0.30000.fffffffffffffffffffffffffffffffe.-",
        "L1.h.00000000000000010000000000000002.7.9.0.fffffffffffffffffffffffffffffffe.-",
        "L1.h.00000000000000010000000000000002.7.9.30000.FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFE.-",
        "L1.h.00000000000000010000000000000002.7.9.30000.fffffffffffffffffffffffffffffffe.aG9zdA",
        "L1.h.00000000000000010000000000000002.7.9.30000.fffffffffffffffffffffffffffffffe.@",
        "L1.h.00000000000000010000000000000002.7.9.99999999999999999999.ff.-",
        "{\"owner\":\"somebody\"}",
      })
  void anything_else_is_refused_with_the_text_in_the_message(String garbage) {
    assertThatThrownBy(() -> CasRecord.parse(garbage))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "lease record \"" + garbage.substring(0, Math.min(80, garbage.length())));
  }

  @Test
  void one_changed_character_is_noticed_or_makes_another_record() {
    CasRecord good = CasRecord.parse(GOOD);
    for (int i = 0; i < GOOD.length(); i++) {
      for (char c : new char[] {'0', '1', 'a', 'A', '.', '-', '_', ' ', '\u0661'}) {
        String changed = GOOD.substring(0, i) + c + GOOD.substring(i + 1);
        if (changed.equals(GOOD)) {
          continue;
        }
        CasRecord parsed;
        try {
          parsed = CasRecord.parse(changed);
        } catch (IllegalArgumentException e) {
          continue;
        }
        assertThat(parsed).isNotEqualTo(good);
        assertThat(parsed.toText()).isEqualTo(changed);
      }
    }
  }

  @Test
  void what_cannot_be_stored_is_refused_with_its_limit() {
    assertThatThrownBy(() -> record(Map.of("host", "x".repeat(200))))
        .hasMessageContaining("205 bytes")
        .hasMessageContaining("at most 98");
    assertThatThrownBy(() -> record(Map.of("a", "\0"))).hasMessageContaining("NUL");
    assertThatThrownBy(() -> record(Map.of("a", "\ud800"))).hasMessageContaining("surrogates");
    assertThatThrownBy(
            () ->
                new CasRecord(Mark.HELD, OWNER, 1, 1, Duration.ofNanos(1_500_000), WRITE, Map.of()))
        .hasMessageContaining("1500us")
        .hasMessageContaining("whole milliseconds");
  }

  @Test
  void metadata_of_an_attempt_is_cut_where_it_is_longest_and_never_refused() {
    String host = "build-agent-".repeat(20) + "\ud83d\ude00\0";
    CasRecord record =
        CasRecord.granted(
            new AcquireAttempt(
                new LeaseName("n"),
                OWNER,
                Duration.ofSeconds(1),
                0,
                Map.of("host", host, "pid", "12345", "since", "2026-01-01T00:00:00Z")),
            1,
            null);
    assertThat(record.metadata())
        .containsEntry("pid", "12345")
        .containsEntry("since", "2026-01-01T00:00:00Z");
    String cut = record.metadata().get("host");
    assertThat(host).startsWith(cut);
    assertThat(cut).hasSizeGreaterThan(30);
    assertThat(CasRecord.parse(record.toText())).isEqualTo(record);
  }

  @Test
  void metadata_of_too_many_or_too_long_keys_is_left_out() {
    Map<String, String> fitted =
        CasText.fit(Map.of("k".repeat(150), "value", "\ud800".repeat(60), "", "pid", "1"));
    assertThat(String.join("", fitted.keySet()).getBytes(StandardCharsets.UTF_8).length)
        .isLessThanOrEqualTo(CasText.MAX_METADATA_BYTES);
    assertThat(record(fitted).toText()).isNotEmpty();
  }
}
