package io.leasehold.tck.scenario.process;

/**
 * Two processes' clocks, compared by a question and its answer: the other clock was read somewhere
 * between both.
 *
 * @param offset what to add to the other clock's instants, in nanoseconds
 * @param error by how much that may be wrong
 */
record ClockMatch(long offset, long error) {

  /** More than two clocks of one machine drift apart in a scenario. */
  private static final long DRIFT = 1_000_000;

  /**
   * One comparison.
   *
   * @param asked this clock, before the question was sent
   * @param other the other clock, as it was answered
   * @param heard this clock, when the answer was there
   */
  static ClockMatch of(long asked, long other, long heard) {
    long half = (heard - asked) / 2;
    return new ClockMatch(asked + half - other, half + 1);
  }

  /** The more exact of two. */
  ClockMatch or(ClockMatch later) {
    return later.error < error ? later : this;
  }

  /** Whether a later comparison says the same, as far as both can tell. */
  boolean agreesWith(ClockMatch later) {
    return Math.abs(offset - later.offset) <= error + later.error + DRIFT;
  }
}
