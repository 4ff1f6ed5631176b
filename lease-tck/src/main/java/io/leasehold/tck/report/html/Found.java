package io.leasehold.tck.report.html;

import io.leasehold.tck.run.Moment;
import io.leasehold.tck.run.Played;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import java.util.ArrayList;
import java.util.List;

/**
 * A place where a rule was broken, and where on the page it is shown.
 *
 * @param rule the rule's id
 * @param text the rule's sentence
 * @param number 1 for the rule's first moment
 * @param moment the moment
 * @param play which of the outcome's plays it happened in; -1 if that play was not kept
 */
record Found(String rule, String text, int number, Moment moment, int play) {

  /** So many moments of one rule are shown; further ones are counted. */
  static final int SHOWN = 25;

  /** Every moment that is shown, in the order of the rules. */
  static List<Found> all(TckOutcome outcome) {
    List<Found> all = new ArrayList<>();
    outcome.results().forEach(result -> all.addAll(of(result, outcome.played())));
    return all;
  }

  /** The moments of one rule that are shown. */
  static List<Found> of(RuleResult result, List<Played> plays) {
    List<Found> own = new ArrayList<>();
    for (Moment moment : result.moments()) {
      if (own.size() == SHOWN) {
        break;
      }
      own.add(
          new Found(
              result.rule().id(),
              result.rule().text(),
              own.size() + 1,
              moment,
              play(moment, plays)));
    }
    return own;
  }

  /** Its id in the page: {@code RACE-01!moment}, then {@code RACE-01!moment-2}. */
  String anchor() {
    return rule + "!moment" + (number == 1 ? "" : "-" + number);
  }

  private static int play(Moment moment, List<Played> plays) {
    for (int i = 0; i < plays.size(); i++) {
      Played play = plays.get(i);
      boolean same =
          play.scenario().name().equals(moment.scenario()) && play.seed() == moment.seed();
      if (same && play.history().isPresent()) {
        return i;
      }
    }
    return -1;
  }
}
