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
  private final Duration took;

  /**
   * Prepares the report of one run.
   *
   * @param traits what the backend declares
   * @param results one per rule
   * @param took how long the run lasted
   */
  public TckReport(BackendTraits traits, List<RuleResult> results, Duration took) {
    this.traits = traits;
    this.results = results;
    this.took = took;
  }

  /** Counts by verdict, then by name everything that is not a pass. */
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
    return text.toString();
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
