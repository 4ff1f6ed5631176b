package io.leasehold.tck.rules;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.OwnerToken;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Owner tokens that a comparison of a part, or of a hash, takes for equal. */
final class Owners {

  /** So many halves have hashes enough to meet any other one by a few thousand tries. */
  private static final int HALVES = 1 << 17;

  /** An odd number: its multiples are spread over all longs. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private Owners() {}

  /** Attempts at the same name, each by an owner that only nearly is the grant's. */
  static List<AcquireAttempt> almost(Client client, Held held) {
    OwnerToken owner = held.grant().owner();
    AcquireAttempt plain = client.attempt(held.name());
    return Stream.of(
            new OwnerToken(owner.high() ^ Long.MIN_VALUE, owner.low()),
            new OwnerToken(owner.high(), owner.low() ^ 1),
            ofTheSameHash(owner),
            ofTheSameTextHash(owner))
        .map(
            other ->
                new AcquireAttempt(
                    plain.name(), other, plain.ttl(), 0, Map.of("owner", likeness(owner, other))))
        .toList();
  }

  /** In what two owners that are not equal are alike. */
  static String likeness(OwnerToken owner, OwnerToken other) {
    if (owner.hashCode() == other.hashCode()) {
      return "has the same OwnerToken.hashCode as";
    } else if (owner.toString().hashCode() == other.toString().hashCode()) {
      return "has, as a text, the same String.hashCode as";
    }
    return "differs in one bit from";
  }

  /** The hash of a long is the exclusive-or of its halves. */
  static OwnerToken ofTheSameHash(OwnerToken owner) {
    return new OwnerToken(owner.high() ^ (1L << 32 | 1), owner.low());
  }

  /** The hash of a text is the sum of those of its halves, the first one times a power of 31. */
  static OwnerToken ofTheSameTextHash(OwnerToken owner) {
    int wanted = owner.toString().hashCode();
    long[] halves = Halves.BY_HASH;
    for (long low = owner.low() + SPREAD; ; low += SPREAD) {
      int first = wanted - text(low).hashCode();
      int at = Arrays.binarySearch(halves, (long) first << 32);
      at = at < 0 ? -at - 1 : at;
      if (at < halves.length && (int) (halves[at] >> 32) == first) {
        return new OwnerToken((int) halves[at] * SPREAD, low);
      }
    }
  }

  private static String text(long half) {
    return HexFormat.of().toHexDigits(half);
  }

  /** Made when it is first needed. */
  private static final class Halves {
    /** The hash of a first half, above the number that it is made of; sorted. */
    static final long[] BY_HASH = new long[HALVES];

    static {
      int power = 1;
      for (int i = 0; i < 16; i++) {
        power *= 31;
      }
      for (int i = 0; i < HALVES; i++) {
        int hash = text(i * SPREAD).hashCode() * power; // as hash codes do, it wraps around
        BY_HASH[i] = (long) hash << 32 | i;
      }
      Arrays.sort(BY_HASH);
    }
  }
}
