package io.leasehold.hazelcast;

import io.leasehold.HolderInfo;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseName;
import java.time.Duration;
import java.util.Optional;

/**
 * What a step answers: a word, and behind blanks what belongs to it. A text, so that no class of
 * ours travels back.
 *
 * @param word one of the constants
 * @param number a token, a barrier or milliseconds left; 0 where there is none
 * @param rest a record's text; empty where there is none
 */
record Answer(String word, long number, String rest) {

  static final String GRANTED = "granted";
  static final String HELD = "held";
  static final String RENEWED = "renewed";
  static final String RELEASED = "released";
  static final String REVOKED = "revoked";
  static final String ABANDONED = "abandoned";
  static final String ABSENT = "absent";
  static final String FOREIGN = "foreign";
  static final String FULL = "full";
  static final String NO_LEASE = "no-lease";

  static String of(String word, long number) {
    return word + " " + number;
  }

  /** Who holds the name, and how many whole milliseconds that lasts without a renewal. */
  static String held(LeaseRecord record, long now) {
    return HELD + " " + Math.max(0, record.expiry() - 1 - now) + " " + record.bare().text();
  }

  static Answer read(String text) {
    String[] part = text.split(" ", 3);
    return new Answer(
        part[0], part.length > 1 ? Long.parseLong(part[1]) : 0, part.length > 2 ? part[2] : "");
  }

  boolean is(String other) {
    return word.equals(other);
  }

  /** Of an answer {@link #HELD}: who. */
  HolderInfo holder(LeaseName name) {
    LeaseRecord record = LeaseRecord.read(rest);
    if (record == null) {
      throw new IllegalStateException("a member of another version answered: " + this);
    }
    return new HolderInfo(
        name.value(),
        record.owner(),
        record.token(),
        Optional.of(Duration.ofMillis(number)),
        record.state() == LeaseRecord.REVOKED,
        Metadata.read(record.metadata()));
  }

  /** Of an answer that says why nothing was done. */
  Cause impossible(LeaseName name, String map) {
    if (is(NO_LEASE)) {
      return Cause.of(
          Cause.Kind.MISCONFIGURED,
          "key \""
              + name
              + "\" of map "
              + map
              + " holds a value that is no lease; remove it or choose another namespace");
    }
    return is(FULL)
        ? Cause.of(
            Cause.Kind.OVERLOADED,
            "lease \"" + name + "\" has no number left, or too many attempts were given up on it")
        : Cause.of(Cause.Kind.UNAVAILABLE, "a member answered " + this);
  }
}
