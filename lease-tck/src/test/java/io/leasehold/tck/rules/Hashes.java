package io.leasehold.tck.rules;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.zip.Checksum;

/** Hashes of 32 bits that somebody might take for a key. */
public final class Hashes {

  private Hashes() {}

  /** Murmur3-32 of the UTF-8 bytes, seed 0. */
  public static int murmur(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteBuffer padded =
        ByteBuffer.wrap(Arrays.copyOf(bytes, bytes.length / 4 * 4 + 4))
            .order(ByteOrder.LITTLE_ENDIAN);
    int hash = 0;
    for (int i = 0; i < bytes.length / 4; i++) {
      hash = Integer.rotateLeft(hash ^ mixed(padded.getInt()), 13) * 5 + 0xe6546b64;
    }
    hash ^= mixed(padded.getInt()) ^ bytes.length;
    hash = (hash ^ hash >>> 16) * 0x85ebca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
    return hash ^ hash >>> 16;
  }

  private static int mixed(int block) {
    return Integer.rotateLeft(block * 0xcc9e2d51, 15) * 0x1b873593;
  }

  /** FNV-1a-32 of the UTF-8 bytes. */
  public static int fnv(String text) {
    int hash = 0x811c9dc5;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * 0x01000193;
    }
    return hash;
  }

  /** A checksum of the UTF-8 bytes; of a fresh one. */
  public static int sum(Checksum checksum, String text) {
    checksum.update(text.getBytes(StandardCharsets.UTF_8));
    return (int) checksum.getValue();
  }

  /** The first four bytes of a digest of the UTF-8 bytes. */
  public static int digest(String algorithm, String text) {
    try {
      byte[] whole =
          MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(whole).getInt();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
