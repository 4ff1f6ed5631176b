package io.leasehold.tck.run;

import io.leasehold.spi.BackendTraits;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.EventText;
import io.leasehold.tck.history.History;
import io.leasehold.tck.judge.Finding;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.rule.Rule;
import java.time.Duration;
import java.util.List;

/** What comes out of a rule of the engine, given what was played, in words. Pure. */
final class HistoryVerdict {

  private static final int SHOWN_EVENTS = 14;
  private static final int SHOWN_FINDINGS = 3;

  private HistoryVerdict() {}

  /**
   * The result of one rule.
   *
   * @param rule judged by histories
   * @param traits what the backend declares
   * @param plays every play of its scenarios
   */
  static RuleResult of(Rule rule, BackendTraits traits, List<Played> plays) {
    return tally(new RuleTally(rule, traits), plays);
  }

  /**
   * The result of one rule by saved histories, of whichever of its scenarios.
   *
   * @param own histories of its scenarios
   */
  static RuleResult recheck(Rule rule, BackendTraits traits, List<Played> own) {
    return tally(new RuleTally(rule, traits).byAnyScenario(), own);
  }

  private static RuleResult tally(RuleTally tally, List<Played> plays) {
    plays.forEach(play -> tally.add(play, tally.judge(play), true));
    return tally.result();
  }

  /** The result of a rule that cannot be judged. */
  static RuleResult undecided(Rule rule, String why) {
    String text = rule + "\n  unknown:  " + why;
    return new RuleResult(rule, Verdict.UNKNOWN, 0, text, null, Duration.ZERO, List.of());
  }

  /** What is said of a rule that a play has broken: its first findings and the events before. */
  static String failure(Rule rule, Played play, History history, Judgement judgement) {
    Finding first = judgement.findings().get(0);
    StringBuilder text = new StringBuilder(rule.toString());
    text.append("\n  expected: ").append(first.expected());
    judgement.findings().stream()
        .limit(SHOWN_FINDINGS)
        .forEach(
            finding ->
                text.append("\n  seen:     ")
                    .append(finding.seen())
                    .append(", at ")
                    .append(EventText.time(history, finding.at())));
    if (judgement.findings().size() > SHOWN_FINDINGS) {
      text.append("\n            and ")
          .append(judgement.findings().size() - SHOWN_FINDINGS)
          .append(" more");
    }
    text.append("\n  check:    ").append(rule.check());
    text.append("\n  scenario: ")
        .append(play.scenario().name())
        .append(", seed ")
        .append(play.seed())
        .append("; the last events of \"")
        .append(first.name())
        .append("\":");
    last(history, first)
        .forEach(event -> text.append("\n    ").append(EventText.line(history, event)));
    return text.toString();
  }

  private static List<Event> last(History history, Finding finding) {
    List<Event> about =
        history.events().stream()
            .filter(event -> event.at() <= finding.at())
            .filter(event -> EventText.concerns(event, finding.name()))
            .toList();
    return about.subList(Math.max(0, about.size() - SHOWN_EVENTS), about.size());
  }
}
