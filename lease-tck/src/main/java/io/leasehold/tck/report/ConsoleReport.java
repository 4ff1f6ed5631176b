package io.leasehold.tck.report;

import io.leasehold.tck.history.EventText;
import io.leasehold.tck.rule.RuleGroup;
import io.leasehold.tck.run.Moment;
import io.leasehold.tck.run.Played;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A run as text: the counts, a table with a line per group, every failure and every unknown in
 * full, what was not tried and why.
 */
public final class ConsoleReport {

  private static final int TITLE = 28;

  private final TckOutcome outcome;
  private final Look look;
  private final Places places;
  private final StringBuilder text = new StringBuilder();

  private ConsoleReport(TckOutcome outcome, Look look, Places places) {
    this.outcome = outcome;
    this.look = look;
    this.places = places;
  }

  /** For files, pipes and logs; names no files. */
  public static String text(TckOutcome outcome) {
    return text(outcome, Look.PLAIN, Places.NONE);
  }

  /**
   * For a console.
   *
   * @param outcome of the run
   * @param look how it can show things
   * @param places where the rest is
   */
  public static String text(TckOutcome outcome, Look look, Places places) {
    ConsoleReport report = new ConsoleReport(outcome, look, places);
    report.head();
    report.table();
    report.inFull(Verdict.FAIL);
    report.inFull(Verdict.UNKNOWN);
    report.inShort(Verdict.WAIVED);
    report.inShort(Verdict.NOT_APPLICABLE);
    report.inShort(Verdict.NOT_OFFERED);
    report.untested();
    return report.text.toString();
  }

  private void head() {
    line(look.bold("Leasehold TCK: " + outcome.traits()));
    line("  " + Words.counts(outcome));
    line("  store " + outcome.store() + ", seed " + outcome.seed());
  }

  private void table() {
    TreeSet<Verdict> shown = new TreeSet<>();
    text.append('\n');
    for (RuleGroup group : RuleGroup.values()) {
      List<RuleResult> own =
          outcome.results().stream().filter(it -> it.rule().group() == group).toList();
      if (own.isEmpty()) {
        continue;
      }
      StringBuilder cells = new StringBuilder();
      for (Verdict verdict : Verdict.values()) {
        List<RuleResult> such = own.stream().filter(it -> it.verdict() == verdict).toList();
        if (!such.isEmpty()) {
          shown.add(verdict);
          String cell = look.sign(verdict) + " " + Words.numbers(such);
          cells.append("  ").append(look.coloured(verdict, cell));
        }
      }
      String title = group.title();
      String cut = title.length() > TITLE ? title.substring(0, TITLE - 3) + "..." : title;
      line(String.format("  %-5s %-" + TITLE + "s %s", group, cut, cells));
    }
    line(
        shown.stream()
            .map(verdict -> look.coloured(verdict, look.sign(verdict) + " " + Words.of(verdict)))
            .collect(Collectors.joining("   ", "\n  ", "")));
  }

  private void inFull(Verdict verdict) {
    for (RuleResult result : outcome.results()) {
      if (result.verdict() == verdict) {
        text.append('\n');
        line("  " + look.coloured(verdict, Words.of(verdict)) + "  " + inOneVoice(result));
        moment(result).ifPresent(where -> line("  moment:   " + where));
      }
    }
  }

  /** Every message names its rule first; one that does not gets it. */
  private static String inOneVoice(RuleResult result) {
    String message = result.message();
    return message.startsWith(result.rule().id()) ? message : result.rule() + "\n  " + message;
  }

  /** Where to look: the first moment, and how many there are. */
  private Optional<String> moment(RuleResult result) {
    if (result.moments().isEmpty()) {
      return Optional.empty();
    }
    Moment first = result.moments().get(0);
    int more = result.moments().size() - 1;
    return play(first)
        .map(
            play ->
                EventText.time(play.history().orElseThrow(), first.at())
                    + " after the beginning of "
                    + places
                        .historyOf()
                        .apply(play)
                        .orElse(first.scenario() + ", seed " + first.seed())
                    + (more > 0 ? ", and " + more + " more" : "")
                    + page(result));
  }

  private String page(RuleResult result) {
    return places
        .page()
        .map(page -> "\n  to see:   " + page + "#" + result.rule().id() + "!moment")
        .orElse("");
  }

  private Optional<Played> play(Moment moment) {
    return outcome.played().stream()
        .filter(it -> it.scenario().name().equals(moment.scenario()))
        .filter(it -> it.seed() == moment.seed() && it.history().isPresent())
        .findFirst();
  }

  /** Rules with the same reason on one line. */
  private void inShort(Verdict verdict) {
    Map<String, List<RuleResult>> byReason =
        outcome.results().stream()
            .filter(result -> result.verdict() == verdict)
            .collect(
                Collectors.groupingBy(
                    RuleResult::message, LinkedHashMap::new, Collectors.toList()));
    if (!byReason.isEmpty()) {
      text.append('\n');
    }
    byReason.forEach(
        (reason, results) ->
            line(
                "  "
                    + look.coloured(verdict, Words.of(verdict))
                    + "  "
                    + results.stream()
                        .map(result -> result.rule().id())
                        .collect(Collectors.joining(" "))
                    + ": "
                    + reason));
  }

  private void untested() {
    List<String> claims = Words.untestedClaims(outcome);
    if (!claims.isEmpty()) {
      line("\n  declared but not tested here: " + String.join("; ", claims));
    }
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
