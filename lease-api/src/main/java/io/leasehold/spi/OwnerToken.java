package io.leasehold.spi;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * 128 random bits that identify one acquisition attempt: never a thread, a client or a host.
 *
 * <p>An attempt is sent once. After an unknown answer it is abandoned and tried again under a new
 * token, so that no answer and no record can ever belong to two attempts (G4).
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record OwnerToken(long high, long low) {

  private static final SecureRandom RANDOM = new SecureRandom();

  /** A fresh token. */
  public static OwnerToken random() {
    return new OwnerToken(RANDOM.nextLong(), RANDOM.nextLong());
  }

  /**
   * Reads the form that {@link #toString()} writes.
   *
   * @param hex exactly 32 hexadecimal digits
   * @throws IllegalArgumentException if it is anything else
   */
  public static OwnerToken parse(String hex) {
    if (hex.length() != 32) {
      throw new IllegalArgumentException("an owner token has 32 hexadecimal digits: " + hex);
    }
    return new OwnerToken(
        Long.parseUnsignedLong(hex, 0, 16, 16), Long.parseUnsignedLong(hex, 16, 32, 16));
  }

  /** 32 lower-case hexadecimal digits, the form to keep in a store. */
  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
  }
}
