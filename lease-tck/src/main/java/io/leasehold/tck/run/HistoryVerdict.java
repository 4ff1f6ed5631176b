package io.leasehold.tck.run;

import io.leasehold.spi.BackendTraits;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.EventText;
import io.leasehold.tck.history.History;
import io.leasehold.tck.judge.Finding;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.rule.Proof;
import io.leasehold.tck.rule.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What comes out of a rule of the engine, given what was played. Pure. */
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
    if (!rule.applies().test(traits)) {
      return plain(
          rule, Verdict.NOT_APPLICABLE, 0, "it says something only if " + rule.appliesIf());
    }
    Proof.Histories proof = (Proof.Histories) rule.proof();
    List<Played> own =
        plays.stream().filter(play -> proof.scenarios().contains(play.scenario())).toList();
    boolean offered =
        own.stream()
            .anyMatch(
                play ->
                    play.scenario().equals(proof.scenarios().get(0))
                        && (play.history().isPresent() || !play.took().isZero()));
    if (!offered) {
      String why =
          own.stream().map(Played::why).filter(text -> !text.isEmpty()).findFirst().orElse("");
      return why.isEmpty()
          ? undecided(rule, "it was not run")
          : plain(rule, Verdict.NOT_OFFERED, 0, why);
    }
    return judged(rule, proof, own);
  }

  /**
   * The result of one rule by saved histories, of whichever of its scenarios.
   *
   * @param own histories of its scenarios
   */
  static RuleResult recheck(Rule rule, BackendTraits traits, List<Played> own) {
    return rule.applies().test(traits)
        ? judged(rule, (Proof.Histories) rule.proof(), own)
        : plain(rule, Verdict.NOT_APPLICABLE, 0, "it says something only if " + rule.appliesIf());
  }

  /** The result of a rule that cannot be judged. */
  static RuleResult undecided(Rule rule, String why) {
    return plain(rule, Verdict.UNKNOWN, 0, rule + "\n  unknown:  " + why);
  }

  private static RuleResult judged(Rule rule, Proof.Histories proof, List<Played> own) {
    Judgement all = new Judgement(0, List.of(), List.of(), "");
    List<Moment> moments = new ArrayList<>();
    String message = "";
    Duration took = Duration.ZERO;
    for (Played play : own) {
      took = took.plus(play.took());
      if (play.history().isEmpty()) {
        continue;
      }
      History history = play.history().get();
      Judgement judgement = proof.judge().judge(history);
      all = all.and(judgement);
      judgement
          .findings()
          .forEach(
              finding ->
                  moments.add(
                      new Moment(
                          play.scenario().name(), finding.at(), finding.name(), finding.by())));
      if (message.isEmpty() && !judgement.findings().isEmpty()) {
        message = failure(rule, play, history, judgement);
      }
    }
    if (!all.findings().isEmpty()) {
      return new RuleResult(rule, Verdict.FAIL, all.decisive(), message, null, took, moments);
    }
    if (all.decisive() > 0) {
      return new RuleResult(rule, Verdict.PASS, all.decisive(), "", null, took, List.of());
    }
    if (!all.pointless().isEmpty()) {
      return plain(rule, Verdict.NOT_APPLICABLE, 0, all.pointless());
    }
    return new RuleResult(rule, Verdict.UNKNOWN, 0, unknown(rule, own, all), null, took, List.of());
  }

  private static String unknown(Rule rule, List<Played> own, Judgement all) {
    TreeSet<String> why = new TreeSet<>(all.doubts());
    own.stream().map(Played::why).filter(text -> !text.isEmpty()).forEach(why::add);
    return rule
        + "\n  unknown:  no decisive moment in "
        + own.stream().map(play -> play.scenario().name()).distinct().toList()
        + why.stream().limit(4).map(text -> "\n            " + text).collect(Collectors.joining());
  }

  private static String failure(Rule rule, Played play, History history, Judgement judgement) {
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

  private static RuleResult plain(Rule rule, Verdict verdict, int observations, String message) {
    return new RuleResult(rule, verdict, observations, message, null, Duration.ZERO, List.of());
  }
}
