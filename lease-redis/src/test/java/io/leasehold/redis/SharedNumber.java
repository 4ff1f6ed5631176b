package io.leasehold.redis;

/**
 * The guarded resource: a number to which every writer adds one, after reading it. Fenced, it
 * refuses a token below the greatest it has seen; unfenced, it takes any.
 */
final class SharedNumber {

  private final boolean fenced;
  private long value;
  private long greatestToken;
  private long writes;
  private long refused;

  SharedNumber(boolean fenced) {
    this.fenced = fenced;
  }

  long read() {
    return value;
  }

  boolean write(long token, long newValue) {
    if (fenced && token < greatestToken) {
      refused++;
      return false;
    }
    greatestToken = Math.max(greatestToken, token);
    value = newValue;
    writes++;
    return true;
  }

  /** Whether no write was undone by another. */
  boolean isIntact() {
    return value == writes;
  }

  long refused() {
    return refused;
  }
}
