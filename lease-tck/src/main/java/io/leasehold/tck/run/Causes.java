package io.leasehold.tck.run;

import io.leasehold.tck.rule.Rule;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which failure explains others. Some faults break rules about something else, because these rules
 * read who holds a name, or wait for a ttl, to judge at all: the text of such a failure begins with
 * the rule to mend first.
 */
final class Causes {

  /**
   * A rule whose failure explains others.
   *
   * @param root its id
   * @param fault what is wrong then, in words
   * @param explains ids, or the first letters of ids
   */
  private record Cause(String root, String fault, Set<String> explains) {

    boolean explains(Rule rule) {
      return !rule.id().equals(root) && explains.stream().anyMatch(rule.id()::startsWith);
    }
  }

  private static final Set<String> READS =
      Set.of(
          "NAM-", "ACQ-03", "ACQ-04", "ACQ-09", "ACQ-11", "RNW-04", "RNW-05", "RNW-10", "REL-02",
          "REL-04", "REL-07", "REL-09", "ABN-02", "ABN-04", "ABN-05", "ABN-07", "ABN-08", "ABN-09",
          "FNC-08", "INS-01", "INS-02", "INS-03", "REV-07", "REV-10", "TRT-12", "TRT-31", "TRT-33",
          "TRT-34");

  private static final Set<String> TIMES =
      Set.of(
          "EXP-", "ACQ-03", "ACQ-04", "ACQ-07", "RNW-01", "RNW-02", "RNW-03", "RNW-04", "RNW-06",
          "RNW-11", "REL-02", "REL-05", "ABN-02", "ABN-07", "FNC-02", "FNC-06", "FNC-12", "INS-04",
          "INS-05", "INS-06", "REV-02", "REV-04", "REV-09", "TRT-17", "TRT-21", "TRT-22", "TRT-23",
          "TRT-26", "TRT-27", "TRT-33", "TRT-35");

  private static final Set<String> REMAINING =
      Set.of(
          "ACQ-03", "ACQ-04", "RNW-01", "RNW-02", "RNW-04", "RNW-05", "REL-02", "REL-04", "REL-07",
          "ABN-02", "ABN-04", "ABN-07", "REV-07", "TRT-23", "TRT-35");

  /** The first one that failed counts. */
  private static final List<Cause> ALL =
      List.of(
          new Cause("INS-08", "holder() tells what was before", READS),
          new Cause("ACQ-05", "the ttl told is not the one that was asked for", TIMES),
          new Cause("EXP-02", "the store does not end a ttl when it is over", TIMES),
          new Cause("EXP-01", "the store ends a ttl before it is over", TIMES),
          new Cause("INS-06", "the time left, as holder() tells it, is wrong", REMAINING));

  private Causes() {}

  /** The results, each failure that another one explains with that one's name in front. */
  static List<RuleResult> named(List<RuleResult> results) {
    return results.stream().map(result -> named(result, results)).toList();
  }

  private static RuleResult named(RuleResult result, List<RuleResult> all) {
    boolean settled = result.verdict() != Verdict.FAIL && result.verdict() != Verdict.UNKNOWN;
    Optional<Cause> cause =
        settled
            ? Optional.empty()
            : ALL.stream()
                .filter(one -> failed(one.root(), all))
                .filter(one -> isRoot(result.rule(), one) || one.explains(result.rule()))
                .findFirst();
    return cause
        .filter(one -> !isRoot(result.rule(), one))
        .map(one -> with(result, "\n  first:    " + hint(one)))
        .orElse(result);
  }

  /** A failure that is a cause itself is explained by an earlier cause only. */
  private static boolean isRoot(Rule rule, Cause cause) {
    return rule.id().equals(cause.root());
  }

  private static String hint(Cause cause) {
    return cause.root()
        + " failed too ("
        + cause.fault()
        + "), which may be all that is wrong here: mend that first.";
  }

  private static boolean failed(String id, List<RuleResult> all) {
    return all.stream()
        .anyMatch(result -> result.rule().id().equals(id) && result.verdict() == Verdict.FAIL);
  }

  /** Behind the line that names the rule. */
  private static RuleResult with(RuleResult result, String line) {
    String head = result.rule().toString();
    String message = result.message();
    String text =
        message.startsWith(head) ? head + line + message.substring(head.length()) : message + line;
    return new RuleResult(
        result.rule(),
        result.verdict(),
        result.observations(),
        text,
        result.error(),
        result.took(),
        result.moments());
  }
}
