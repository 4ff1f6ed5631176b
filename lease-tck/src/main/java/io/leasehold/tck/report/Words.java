package io.leasehold.tck.report;

import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** How the reports say things, so that they all say them in one way. */
public final class Words {

  private Words() {}

  /** A verdict in small letters. */
  public static String of(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Seconds with one digit. */
  static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toNanos() / 1e9);
  }

  /** {@code 12 pass, 0 fail, 3 not offered; 15 rules, 40 decisive observations, 2.0 s}. */
  static String counts(TckOutcome outcome) {
    StringJoiner counts = new StringJoiner(", ");
    for (Verdict verdict : Verdict.values()) {
      long count = outcome.count(verdict);
      if (count > 0 || verdict == Verdict.PASS || verdict == Verdict.FAIL) {
        counts.add(count + " " + of(verdict));
      }
    }
    long observations = outcome.results().stream().mapToLong(RuleResult::observations).sum();
    return counts
        + "; "
        + many(outcome.results().size(), "rule")
        + ", "
        + many(observations, "decisive observation")
        + ", "
        + seconds(outcome.took());
  }

  /** {@code 1 rule}, {@code 2 rules}. */
  public static String many(long count, String thing) {
    return count + " " + thing + (count == 1 ? "" : "s");
  }

  /** {@code 01-03 05} for the rules 01, 02, 03 and 05 of one group. */
  static String numbers(List<RuleResult> ofOneGroup) {
    List<Integer> numbers =
        ofOneGroup.stream().map(result -> number(result.rule().id())).sorted().toList();
    List<String> runs = new ArrayList<>();
    for (int i = 0; i < numbers.size(); ) {
      int end = i;
      while (end + 1 < numbers.size() && numbers.get(end + 1) == numbers.get(end) + 1) {
        end++;
      }
      String first = String.format(Locale.ROOT, "%02d", numbers.get(i));
      String last = String.format(Locale.ROOT, "%02d", numbers.get(end));
      runs.add(i == end ? first : first + "-" + last);
      i = end + 1;
    }
    return String.join(" ", runs);
  }

  private static int number(String id) {
    return Integer.parseInt(id.substring(id.indexOf('-') + 1));
  }

  /**
   * What the backend declares and no rule could try here, because the fixture makes no such fault.
   */
  static List<String> untestedClaims(TckOutcome outcome) {
    return outcome.results().stream()
        .filter(result -> result.verdict() == Verdict.NOT_OFFERED)
        .map(RuleResult::rule)
        .filter(rule -> !rule.appliesIf().isEmpty())
        .map(rule -> rule.appliesIf() + " (" + rule.id() + ")")
        .toList();
  }
}
