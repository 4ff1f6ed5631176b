package io.leasehold.tck.run;

import io.leasehold.tck.rule.Rule;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What came out of one rule.
 *
 * @param rule the rule
 * @param verdict what came out
 * @param observations how many decisive observations were made
 * @param message why it is not a pass, empty if it is; several lines
 * @param error the exception behind it, if there was one
 * @param took how long it ran
 */
public record RuleResult(
    Rule rule,
    Verdict verdict,
    long observations,
    String message,
    @Nullable Throwable error,
    Duration took) {}
