package io.leasehold.spi.support;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the store keeps for one name. Immutable; two records are equal if and only if their texts
 * are.
 *
 * <p>Every write makes a record that never existed before (the version rises, and the write has an
 * id of its own), so a record that is still there has not been touched in between.
 *
 * @param mark whether the name is held
 * @param owner the acquisition that holds the name, or that held it last
 * @param fence the counter of fencing tokens: the holder's token, or a barrier above it once it was
 *     revoked; kept when the name is vacant
 * @param version 1 for the first record of a name, one more with every write
 * @param ttl how long the grant lasts without a renewal, in whole milliseconds
 * @param write identifies the write: the owner's token for its own acquire and release, a fresh one
 *     for everything else
 * @param metadata who holds the name, for people; empty when vacant
 */
public record CasRecord(
    Mark mark,
    OwnerToken owner,
    long fence,
    long version,
    Duration ttl,
    OwnerToken write,
    Map<String, String> metadata) {

  /** No text is longer than this: it fits a file name and a {@code VARCHAR(255)}. */
  public static final int MAX_TEXT = 255;

  /** What a record says about its name. */
  public enum Mark {
    /** Nobody holds it. */
    VACANT,
    /** The owner holds it, until a contender has watched this record for its ttl. */
    HELD,
    /** As held, but the owner cannot renew any more. */
    REVOKED
  }

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if one cannot be stored; names it, its limit and a remedy
   */
  public CasRecord {
    metadata = Map.copyOf(metadata);
    CasText.check(fence, version, ttl, metadata);
  }

  /**
   * The record as text, in one way only: at most {@value #MAX_TEXT} letters, digits, dots, dashes
   * and underscores. Starts with the version of the format.
   */
  public String toText() {
    return CasText.write(this);
  }

  /**
   * Reads what {@link #toText()} wrote, and nothing else.
   *
   * @throws IllegalArgumentException names the fault and the text
   */
  public static CasRecord parse(String text) {
    return CasText.read(text);
  }

  /**
   * The record to write in this one's place to free the name by hand, for tools and test fixtures:
   * deleting the record instead would start the tokens again.
   */
  public CasRecord cleared() {
    return vacated(OwnerToken.random());
  }

  /** The record with which an attempt takes the name; {@code base} is what it replaces. */
  static CasRecord granted(AcquireAttempt attempt, long fence, @Nullable CasRecord base) {
    return new CasRecord(
        Mark.HELD,
        attempt.owner(),
        fence,
        base == null ? 1 : base.version + 1,
        attempt.ttl(),
        attempt.owner(),
        CasText.fit(attempt.metadata()));
  }

  /** A first record that grants nothing: it only makes "never written" untrue. */
  static CasRecord placeholder(AcquireAttempt attempt) {
    return new CasRecord(
        Mark.VACANT, attempt.owner(), 0, 1, attempt.ttl(), attempt.owner(), Map.of());
  }

  CasRecord renewed(OwnerToken writeId) {
    return new CasRecord(mark, owner, fence, version + 1, ttl, writeId, metadata);
  }

  CasRecord vacated(OwnerToken writeId) {
    return new CasRecord(Mark.VACANT, owner, fence, version + 1, ttl, writeId, Map.of());
  }

  CasRecord revoked(OwnerToken writeId) {
    return new CasRecord(Mark.REVOKED, owner, barrier(), version + 1, ttl, writeId, metadata);
  }

  CasRecord revokedNow(OwnerToken writeId) {
    return new CasRecord(Mark.VACANT, owner, barrier(), version + 1, ttl, writeId, Map.of());
  }

  /** Above the holder's token and, because grants count on from it, below every later one. */
  private long barrier() {
    return mark == Mark.REVOKED ? fence : fence + 1;
  }

  boolean vacant() {
    return mark == Mark.VACANT;
  }

  boolean heldBy(OwnerToken token) {
    return !vacant() && owner.equals(token);
  }

  /** Whether {@code token}'s own release (or abandon) wrote this record. */
  boolean vacatedBy(OwnerToken token) {
    return vacant() && write.equals(token);
  }

  HolderInfo info(String leaseName, Optional<Duration> remaining) {
    boolean revoked = mark == Mark.REVOKED;
    return new HolderInfo(
        leaseName, owner.toString(), revoked ? fence - 1 : fence, remaining, revoked, metadata);
  }

  @Override
  public String toString() {
    return toText();
  }
}
