package io.leasehold.tck.run;

import io.leasehold.spi.BackendTraits;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** The results of a run as text for the console. */
public final class TckReport {

  private final BackendTraits traits;
  private final List<RuleResult> results;
  private final Expectations expectations;
  private final Duration took;

  /**
   * Prepares the report of one run.
   *
   * @param traits what the backend declares
   * @param results one per rule
   * @param expectations what was stated in advance
   * @param took how long the run lasted
   */
  public TckReport(
      BackendTraits traits, List<RuleResult> results, Expectations expectations, Duration took) {
    this.traits = traits;
    this.results = results;
    this.expectations = expectations;
    this.took = took;
  }

  /**
   * Counts by verdict, then by name everything that is not a pass, then the claims that nothing was
   * tried on, and what has to be stated yet.
   */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append("Leasehold TCK: ").append(traits).append('\n');
    StringJoiner counts = new StringJoiner(", ", "  ", "");
    for (Verdict verdict : Verdict.values()) {
      long count = results.stream().filter(r -> r.verdict() == verdict).count();
      if (count > 0 || verdict == Verdict.PASS || verdict == Verdict.FAIL) {
        counts.add(count + " " + word(verdict));
      }
    }
    long observations = results.stream().mapToLong(RuleResult::observations).sum();
    text.append(
        String.format(
            Locale.ROOT,
            "%s; %d rules, %d decisive observations, %.1f s%n",
            counts,
            results.size(),
            observations,
            took.toNanos() / 1e9));
    for (RuleResult result : results) {
      if (result.verdict() != Verdict.PASS) {
        text.append(line(result));
      }
    }
    text.append(untestedClaims());
    expectations
        .notApplicableToState(results)
        .ifPresent(
            ids ->
                text.append("  not stated yet, if your traits are right: notApplicable(): ")
                    .append(ids)
                    .append('\n'));
    return text.toString();
  }

  /** A rule that applies by a trait, and whose fault was not offered, leaves the trait unproved. */
  private String untestedClaims() {
    StringJoiner claims = new StringJoiner("; ", "  declared but not tested here: ", "\n");
    claims.setEmptyValue("");
    results.stream()
        .filter(result -> result.verdict() == Verdict.NOT_OFFERED)
        .map(RuleResult::rule)
        .filter(rule -> !rule.appliesIf().isEmpty())
        .forEach(rule -> claims.add(rule.appliesIf() + " (" + rule.id() + ")"));
    return claims.toString();
  }

  private static String line(RuleResult result) {
    boolean whole = result.verdict() == Verdict.FAIL || result.verdict() == Verdict.UNKNOWN;
    String head = String.format("  %-15s ", word(result.verdict()));
    return whole
        ? head + result.message() + "\n"
        : head + result.rule().id() + " " + result.rule().text() + " (" + result.message() + ")\n";
  }

  private static String word(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
