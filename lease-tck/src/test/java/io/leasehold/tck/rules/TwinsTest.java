package io.leasehold.tck.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.LeaseName;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The names that a hash takes for one: each pair is computed. */
class TwinsTest {

  private static final Map<String, ToIntFunction<String>> FUNCTIONS =
      Map.of(
          "String.hashCode", String::hashCode,
          "CRC-32", text -> Hashes.sum(new CRC32(), text),
          "CRC-32C", text -> Hashes.sum(new CRC32C(), text),
          "Adler-32", text -> Hashes.sum(new Adler32(), text),
          "Murmur3-32 with seed 0", Hashes::murmur,
          "FNV-1a-32", Hashes::fnv,
          "MD5, its first 4 bytes", text -> Hashes.digest("MD5", text),
          "SHA-1, its first 4 bytes", text -> Hashes.digest("SHA-1", text),
          "SHA-256, its first 4 bytes", text -> Hashes.digest("SHA-256", text));

  @TestFactory
  Stream<DynamicTest> bothNamesOfAPairHaveOneHash() {
    return Twins.ALL.stream()
        .map(pair -> DynamicTest.dynamicTest(pair.function() + " " + pair.one(), () -> same(pair)));
  }

  private static void same(Twins pair) {
    assertThat(pair.one()).isNotEqualTo(pair.other()).hasSameSizeAs(pair.other());
    assertThat(hash(pair, pair.one())).isEqualTo(hash(pair, pair.other()));
    if (pair.continued()) {
      String end = "tck-0123456789-7";
      assertThat(hash(pair, pair.one() + end)).isEqualTo(hash(pair, pair.other() + end));
    }
  }

  @Test
  void everyFunctionHasAPair() {
    assertThat(Twins.ALL.stream().map(Twins::function)).containsAll(FUNCTIONS.keySet());
  }

  @Test
  void theFunctionsAreTheKnownOnes() {
    assertThat(Hashes.murmur("hello")).isEqualTo(0x248bfa47);
    assertThat(Hashes.murmur("The quick brown fox jumps over the lazy dog")).isEqualTo(0x2e4ff723);
    assertThat(Hashes.fnv("foobar")).isEqualTo(0xbf9cf968);
  }

  @Test
  void theNamesAreAsciiSoThatTheCommonEncodingsAgree() {
    for (Twins pair : Twins.ALL) {
      assertThat(new LeaseName(pair.one() + pair.other()).value()).matches("[!-~]+");
    }
  }

  private static int hash(Twins pair, String name) {
    return FUNCTIONS.get(pair.function()).applyAsInt(name);
  }
}
