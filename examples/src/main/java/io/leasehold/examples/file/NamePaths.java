package io.leasehold.examples.file;

import io.leasehold.spi.LeaseName;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Where a name's directory is: one for each name, whatever the file system makes of letters.
 *
 * <p>Every byte of the name's UTF-8 other than {@code a-z 0-9 - _} becomes {@code %xx}, so the path
 * is lower-case ASCII: a file system that ignores case or normalizes Unicode cannot make one
 * directory of two names. Upper-case letters are among the bytes encoded.
 *
 * <p>A component of a path may have 255 bytes, an encoded name up to 1536, so a long name is cut
 * into several. The last component ends with {@value #LAST} and every other with {@value #MORE},
 * which no encoded name contains: the directory of a name is never on the way to another's.
 */
final class NamePaths {

  static final String LAST = ".lease";
  static final String MORE = "+";

  /** With a suffix still below 255, and a multiple of 3, though a cut inside %xx would not harm. */
  static final int CHUNK = 240;

  private static final String HEX = "0123456789abcdef";

  private final Path root;

  NamePaths(Path root) {
    this.root = root;
  }

  Path directoryOf(LeaseName name) {
    String rest = encode(name.value());
    Path directory = root;
    while (rest.length() > CHUNK) {
      directory = directory.resolve(rest.substring(0, CHUNK) + MORE);
      rest = rest.substring(CHUNK);
    }
    return directory.resolve(rest + LAST);
  }

  static String encode(String name) {
    StringBuilder out = new StringBuilder();
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      if ((b >= 'a' && b <= 'z') || (b >= '0' && b <= '9') || b == '-' || b == '_') {
        out.append((char) b);
      } else {
        out.append('%').append(HEX.charAt((b >> 4) & 15)).append(HEX.charAt(b & 15));
      }
    }
    return out.toString();
  }
}
