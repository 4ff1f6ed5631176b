package io.leasehold.examples.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.LeaseName;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamePathsTest {

  private final Path root = Path.of("/root");
  private final NamePaths paths = new NamePaths(root);

  private Path path(String name) {
    return paths.directoryOf(new LeaseName(name));
  }

  @ParameterizedTest
  @CsvSource({
    "orders-1_x, orders-1_x.lease",
    "a/b, a%2fb.lease",
    "A, %41.lease",
    "a b, a%20b.lease",
    "., %2e.lease",
    ".., %2e%2e.lease",
    ".tmp, %2etmp.lease",
    ".store, %2estore.lease",
    "%41, %2541.lease",
    "a+, a%2b.lease",
    "é, %c3%a9.lease",
    "x.lease, x%2elease.lease"
  })
  void aNameIsEncodedByteByByte(String name, String directory) {
    assertThat(path(name)).isEqualTo(root.resolve(directory));
  }

  @Test
  void everyCharacterThatANameMayHaveGetsAPathOfItsOwn() {
    Map<Path, String> seen = new HashMap<>();
    for (char c = 0x20; c < 0xFFF0; c++) {
      if (isAllowed(c)) {
        String name = String.valueOf(c);
        Path path = path(name);
        // Plain comparisons: fifty thousand fluent assertions take seconds.
        if (seen.put(path, name) != null || !decode(path).equals(name)) {
          throw new AssertionError(String.format("path of U+%04X: %s", (int) c, path));
        }
      }
    }
    assertThat(seen).hasSizeGreaterThan(50_000);
  }

  @Test
  void namesOfEveryLengthArePlainAsciiComponentsThatNoFileSystemMerges() {
    Random random = new Random(4711);
    Map<String, String> seen = new HashMap<>();
    List<Path> all = new ArrayList<>();
    for (int n = 0; n < 1_000; n++) {
      String name = randomName(random);
      Path path = path(name);
      assertThat(decode(path)).isEqualTo(name);
      for (Path component : root.relativize(path)) {
        assertThat(component.toString()).matches("[-a-z0-9_%.+]{1,255}").doesNotEndWith(" ");
      }
      String before = seen.put(path.toString().toLowerCase(Locale.ROOT), name);
      assertThat(before == null || before.equals(name)).as(name).isTrue();
      all.add(path);
    }
    all.sort(null);
    for (int n = 1; n < all.size(); n++) {
      assertThat(!all.get(n).startsWith(all.get(n - 1)) || all.get(n).equals(all.get(n - 1)))
          .as("%s is inside %s", all.get(n), all.get(n - 1))
          .isTrue();
    }
  }

  @Test
  void theDirectoryOfANameIsNeverOnTheWayToAnother() {
    for (int shorter = 1; shorter <= LeaseName.MAX_BYTES; shorter++) {
      for (int longer : new int[] {shorter + 1, shorter + NamePaths.CHUNK, LeaseName.MAX_BYTES}) {
        if (longer > shorter && longer <= LeaseName.MAX_BYTES) {
          Path a = path("a".repeat(shorter));
          Path b = path("a".repeat(longer));
          assertThat(b.startsWith(a)).as("%d in %d", shorter, longer).isFalse();
        }
      }
    }
  }

  private static boolean isAllowed(char c) {
    try {
      LeaseName name = new LeaseName(String.valueOf(c));
      return !name.value().isEmpty();
    } catch (io.leasehold.LeaseRequestException e) {
      return false;
    }
  }

  private static String randomName(Random random) {
    String letters = random.nextBoolean() ? "aA" : "aAbB09-_./%+ ~éÉ\u0301中ß";
    StringBuilder name = new StringBuilder("a");
    int left = random.nextInt(LeaseName.MAX_BYTES);
    while (true) {
      String next = letters.substring(random.nextInt(letters.length())).substring(0, 1);
      left -= next.getBytes(StandardCharsets.UTF_8).length;
      if (left < 0) {
        return name.toString();
      }
      name.append(next);
    }
  }

  /** The inverse, written down independently: it exists, so two names never share a path. */
  private String decode(Path path) {
    StringBuilder encoded = new StringBuilder();
    for (Path component : root.relativize(path)) {
      encoded.append(component.toString().replaceAll("(\\+|\\.lease)$", ""));
    }
    byte[] bytes = new byte[encoded.length()];
    int length = 0;
    for (int i = 0; i < encoded.length(); i++) {
      if (encoded.charAt(i) == '%') {
        bytes[length++] = (byte) Integer.parseInt(encoded.substring(i + 1, i + 3), 16);
        i += 2;
      } else {
        bytes[length++] = (byte) encoded.charAt(i);
      }
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
