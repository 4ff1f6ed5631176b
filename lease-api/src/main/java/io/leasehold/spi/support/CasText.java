package io.leasehold.spi.support;

import io.leasehold.spi.Durations;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.support.CasRecord.Mark;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The one textual form of a record: {@code L1.<mark>.<owner>.<fence>.<version>.<ttl in
 * ms>.<write>.<metadata>}.
 *
 * <p>Reading is strict by one rule: the text must be exactly what writing the result gives again.
 */
final class CasText {

  /** Leaves the longest text one character below {@link CasRecord#MAX_TEXT}. */
  static final int MAX_METADATA_BYTES = 98;

  static final long MAX_TTL_MILLIS = 99_999_999_999L;

  /** One below the largest, so that a revocation still finds a barrier above the token. */
  static final long MAX_FENCE = Long.MAX_VALUE - 1;

  private static final String FORMAT = "L1";
  private static final String NO_METADATA = "-";
  private static final int SHOWN = 80;

  private CasText() {}

  static void check(long fence, long version, Duration ttl, Map<String, String> metadata) {
    require(fence >= 0, "fence", fence, "0 or more");
    require(version >= 1, "version", version, "1 or more");
    require(
        isStorable(ttl),
        "ttl",
        Durations.format(ttl),
        "whole milliseconds from 1 to " + MAX_TTL_MILLIS);
    for (String part : parts(metadata)) {
      boolean exact = part.indexOf(0) < 0 && part.equals(wellFormed(part));
      require(exact, "metadata", part, "free of NUL and of lone surrogates");
    }
    int size = joined(metadata).length;
    require(
        size <= MAX_METADATA_BYTES,
        "metadata",
        size + " bytes of UTF-8",
        "at most " + MAX_METADATA_BYTES + " with one byte between the parts; say less");
  }

  static boolean isStorable(Duration ttl) {
    return ttl.compareTo(Duration.ofMillis(1)) >= 0
        && ttl.compareTo(Duration.ofMillis(MAX_TTL_MILLIS)) <= 0
        && ttl.equals(Duration.ofMillis(ttl.toMillis()));
  }

  static String write(CasRecord record) {
    byte[] metadata = joined(record.metadata());
    return String.join(
        ".",
        FORMAT,
        letter(record.mark()),
        record.owner().toString(),
        Long.toString(record.fence()),
        Long.toString(record.version()),
        Long.toString(record.ttl().toMillis()),
        record.write().toString(),
        metadata.length == 0
            ? NO_METADATA
            : Base64.getUrlEncoder().withoutPadding().encodeToString(metadata));
  }

  static CasRecord read(String text) {
    String[] parts = text.split("\\.", -1);
    if (!parts[0].equals(FORMAT)) {
      throw garbage(text, "does not start with \"" + FORMAT + ".\", the format known here", null);
    }
    if (parts.length != 8) {
      throw garbage(text, "has " + parts.length + " parts between dots instead of 8", null);
    }
    CasRecord record;
    try {
      record =
          new CasRecord(
              mark(parts[1]),
              OwnerToken.parse(parts[2]),
              Long.parseLong(parts[3]),
              Long.parseLong(parts[4]),
              Duration.ofMillis(Long.parseLong(parts[5])),
              OwnerToken.parse(parts[6]),
              metadata(parts[7]));
    } catch (IllegalArgumentException e) {
      throw garbage(text, "has a part that cannot be read: " + e.getMessage(), e);
    }
    if (!write(record).equals(text)) {
      throw garbage(text, "is not in the one canonical form; that is " + write(record), null);
    }
    return record;
  }

  /**
   * Metadata cut until it can be stored, the longest value first: it is for people, and a long host
   * name is no reason to refuse a lease.
   */
  static Map<String, String> fit(Map<String, String> metadata) {
    Map<String, String> fitted = new TreeMap<>();
    metadata.forEach((key, value) -> fitted.put(clean(key), clean(value)));
    for (int excess = excess(fitted); excess > 0; excess = excess(fitted)) {
      Map.Entry<String, String> longest =
          fitted.entrySet().stream()
              .max(Map.Entry.comparingByValue((a, b) -> Integer.compare(a.length(), b.length())))
              .orElseThrow();
      String value = longest.getValue();
      if (value.isEmpty()) {
        fitted.remove(longest.getKey());
      } else {
        longest.setValue(clean(value.substring(0, Math.max(0, value.length() - excess))));
      }
    }
    return fitted;
  }

  private static int excess(Map<String, String> metadata) {
    return joined(metadata).length - MAX_METADATA_BYTES;
  }

  private static String clean(String text) {
    return wellFormed(text.replace('\0', ' '));
  }

  /** The text with lone surrogates replaced by question marks, as UTF-8 would keep it. */
  private static String wellFormed(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static Iterable<String> parts(Map<String, String> metadata) {
    return () ->
        new TreeMap<>(metadata)
            .entrySet().stream()
                .flatMap(e -> java.util.stream.Stream.of(e.getKey(), e.getValue()))
                .iterator();
  }

  private static byte[] joined(Map<String, String> metadata) {
    return String.join("\0", parts(metadata)).getBytes(StandardCharsets.UTF_8);
  }

  private static Map<String, String> metadata(String encoded) {
    if (encoded.equals(NO_METADATA)) {
      return Map.of();
    }
    String joined = new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8);
    String[] parts = joined.split("\0", -1);
    if (parts.length % 2 != 0) {
      throw new IllegalArgumentException("metadata has a key without a value");
    }
    Map<String, String> metadata = new LinkedHashMap<>();
    for (int i = 0; i < parts.length; i += 2) {
      metadata.put(parts[i], parts[i + 1]);
    }
    return metadata;
  }

  private static String letter(Mark mark) {
    return switch (mark) {
      case VACANT -> "v";
      case HELD -> "h";
      case REVOKED -> "r";
    };
  }

  private static Mark mark(String letter) {
    return switch (letter) {
      case "v" -> Mark.VACANT;
      case "h" -> Mark.HELD;
      case "r" -> Mark.REVOKED;
      default -> throw new IllegalArgumentException("mark \"" + letter + "\" is not v, h or r");
    };
  }

  private static void require(boolean holds, String what, Object value, String limit) {
    if (!holds) {
      throw new IllegalArgumentException(
          "a lease record cannot store the " + what + " " + value + "; it must be " + limit);
    }
  }

  private static IllegalArgumentException garbage(
      String text, String fault, @org.jspecify.annotations.Nullable Throwable cause) {
    String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
    return new IllegalArgumentException(
        "lease record \"" + shown + "\" " + fault + "; written by something else?", cause);
  }
}
