package io.leasehold.tck.run;

import io.leasehold.tck.rule.Rule;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came out of one rule.
 *
 * @param rule the rule
 * @param verdict what came out
 * @param observations how many decisive observations were made
 * @param message why it is not a pass, empty if it is; several lines
 * @param error the exception behind it, if there was one
 * @param took how long it ran; for a rule of the engine, how long its scenarios were played
 * @param moments where it was broken, in the histories of its scenarios
 */
public record RuleResult(
    Rule rule,
    Verdict verdict,
    long observations,
    String message,
    @Nullable Throwable error,
    Duration took,
    List<Moment> moments) {

  /** Keeps a copy. */
  public RuleResult {
    moments = List.copyOf(moments);
  }
}
