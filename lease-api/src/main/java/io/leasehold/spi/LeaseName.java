package io.leasehold.spi;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseRequestException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A lease's name, checked once so that every store can keep it exactly.
 *
 * <p>Two names are the same lease if and only if their code points are equal: nothing is folded,
 * trimmed or normalized. Because an application may change its store by swapping one dependency, a
 * name has to be representable in all of them: 1 to {@value #MAX_BYTES} bytes of UTF-8, no control
 * characters, no braces (Redis Cluster reads them as a hash tag), and only characters of the Basic
 * Multilingual Plane outside its private use area (ZooKeeper refuses U+D800 to U+F8FF and U+FFF0 to
 * U+FFFF in a path, so an emoji or a lone surrogate cannot be kept there).
 *
 * @param value the name as given
 */
public record LeaseName(String value) {

  /** The longest name, in bytes of UTF-8. */
  public static final int MAX_BYTES = 512;

  private static final int SHOWN = 40;

  /**
   * Checks the name.
   *
   * @throws LeaseRequestException {@link ErrorCode#BAD_NAME}: names the value, the limit and a
   *     remedy
   */
  public LeaseName {
    Objects.requireNonNull(value, "the name of a lease");
    if (value.isEmpty()) {
      throw refused("\"\"", "is empty", "give a name of 1 to " + MAX_BYTES + " bytes");
    }
    for (int i = 0; i < value.length(); i++) {
      String fault = faultOf(value.charAt(i));
      if (fault != null) {
        int point = value.codePointAt(i);
        throw refused(
            shown(value),
            String.format(
                "contains %s (U+%04X) at index %d",
                point > 0xFFFF ? "a character outside the Basic Multilingual Plane" : fault,
                point,
                i),
            "use printable characters of the Basic Multilingual Plane without { and };"
                + " encode anything else, for instance with percent signs");
      }
    }
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw refused(
          shown(value),
          "has " + bytes + " bytes of UTF-8; the limit is " + MAX_BYTES,
          "shorten it, or name the lease by a digest of the long text");
    }
  }

  private static @org.jspecify.annotations.Nullable String faultOf(char c) {
    if (c < 0x20 || (c >= 0x7F && c <= 0x9F)) {
      return "a control character";
    }
    if (c == '{' || c == '}') {
      return "a brace";
    }
    if (Character.isSurrogate(c)) {
      return "a lone surrogate, which is no character";
    }
    if ((c >= 0xE000 && c <= 0xF8FF) || c >= 0xFFF0) {
      return "a private-use or special character";
    }
    return null;
  }

  private static LeaseRequestException refused(String name, String fault, String remedy) {
    return new LeaseRequestException(
        ErrorCode.BAD_NAME, "lease name " + name + " " + fault + "; " + remedy);
  }

  /** The name for a message: quoted, escaped, and cut where it is long. */
  private static String shown(String value) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < Math.min(value.length(), SHOWN); i++) {
      char c = value.charAt(i);
      if (faultOf(c) == null || c == '{' || c == '}') {
        out.append(c);
      } else {
        out.append(String.format("\\u%04x", (int) c));
      }
    }
    return out.append(value.length() > SHOWN ? "...\"" : "\"").toString();
  }

  @Override
  public String toString() {
    return value;
  }
}
