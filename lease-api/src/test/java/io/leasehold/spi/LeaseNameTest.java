package io.leasehold.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseRequestException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that every store can keep, and the words for those that it cannot. */
class LeaseNameTest {

  static Stream<Arguments> badNames() {
    return Stream.of(
        Arguments.of("", "is empty"),
        Arguments.of("x".repeat(10_240), "10240 bytes of UTF-8; the limit is 512"),
        Arguments.of("é".repeat(257), "514 bytes of UTF-8; the limit is 512"),
        Arguments.of("a\0b", "U+0000"),
        Arguments.of("a\nb", "U+000A"),
        Arguments.of("a\tb", "U+0009"),
        Arguments.of("a\u007fb", "U+007F"),
        Arguments.of("a\u0085b", "U+0085"),
        Arguments.of("a{b", "brace"),
        Arguments.of("a}b", "brace"),
        Arguments.of("emoji \uD83D\uDE00", "outside the Basic Multilingual Plane (U+1F600)"),
        Arguments.of("lone \uD83D surrogate", "lone surrogate, which is no character (U+D83D)"),
        Arguments.of("lone \uDE00", "U+DE00"),
        Arguments.of("private \uE000", "private-use"),
        Arguments.of("private \uF8FF", "U+F8FF"),
        Arguments.of("special \uFFFD", "U+FFFD"),
        Arguments.of("special \uFFFF", "U+FFFF"));
  }

  @ParameterizedTest
  @MethodSource("badNames")
  void aNameThatSomeStoreCannotKeepIsRefused(String name, String fault) {
    assertThatThrownBy(() -> LeaseRequest.of(name))
        .isInstanceOfSatisfying(
            LeaseRequestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_NAME))
        .hasMessageStartingWith("LEASE-121")
        .hasMessageContaining(fault)
        .satisfies(e -> assertPrintable(e.getMessage()));
  }

  private static void assertPrintable(String message) {
    assertThat(message).hasSizeLessThan(400);
    assertThat(message.chars())
        .as("in words: %s", message)
        .allMatch(c -> c >= 0x20 && !(c >= 0x7f && c <= 0x9f))
        .noneMatch(c -> c >= 0xD800 && c <= 0xF8FF);
  }

  @Test
  void theMessageEscapesWhatItQuotes() {
    assertThatThrownBy(() -> new LeaseName("a\nb"))
        .hasMessageContaining("\"a\\u000ab\"")
        .hasMessageContaining("at index 1")
        .hasMessageContaining("encode");
  }

  @Test
  void aLongNameIsCutInTheMessage() {
    assertThatThrownBy(() -> new LeaseName("x".repeat(10_240)))
        .hasMessageContaining("x".repeat(40) + "...\"")
        .hasMessageContaining("shorten it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        " ",
        "orders/1001",
        "with space and : ; , . % & ? # * [ ] ( ) \\ / ' \"",
        "Umlaute äöü ß",
        "Ελληνικά",
        "日本語",
        "e\u0301"
      })
  void aNameThatEveryStoreCanKeepIsTaken(String name) {
    assertThat(new LeaseName(name).value()).isEqualTo(name);
    assertThat(LeaseRequest.of(name).name()).isEqualTo(name);
  }

  @Test
  void theLongestNamesAreTaken() {
    assertThat(new LeaseName("x".repeat(512)).value()).hasSize(512);
    assertThat(new LeaseName("é".repeat(256)).value()).hasSize(256);
  }

  @Test
  void nothingIsFoldedOrNormalized() {
    assertThat(new LeaseName("Orders")).isNotEqualTo(new LeaseName("orders"));
    assertThat(new LeaseName("\u00e9")).isNotEqualTo(new LeaseName("e\u0301"));
    assertThat(new LeaseName("a ")).isNotEqualTo(new LeaseName("a"));
  }
}
