package io.leasehold.hazelcast;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** Names of clients and of calls: 64 random bits, as 16 hexadecimal digits. */
final class Ids {

  private static final long SEED = new SecureRandom().nextLong();

  private Ids() {}

  static String next() {
    return HexFormat.of().toHexDigits(SEED ^ ThreadLocalRandom.current().nextLong());
  }
}
