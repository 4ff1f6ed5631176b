package io.leasehold.tck.run;

import java.time.LocalDate;

/**
 * A rule that a backend is known to break, accepted for a while.
 *
 * @param ruleId the rule
 * @param reason why it is accepted, for people
 * @param until the last day; after it the rule counts as broken again
 */
public record Waiver(String ruleId, String reason, LocalDate until) {

  /** Refuses a waiver without a reason. */
  public Waiver {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("the waiver of " + ruleId + " gives no reason");
    }
  }
}
