package io.leasehold.tck.report.html;

import io.leasehold.tck.history.EventText;
import io.leasehold.tck.rule.Proof;
import io.leasehold.tck.run.Played;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import java.util.List;

/** The plays of scenarios. Their pictures are drawn by the page's script when they are opened. */
final class ScenariosHtml {

  private ScenariosHtml() {}

  static String html(TckOutcome outcome, List<Found> found, List<Kept> kept) {
    if (outcome.played().isEmpty()) {
      return "<p class=\"none\">No scenario was played in this run.</p>\n";
    }
    StringBuilder html = new StringBuilder();
    for (int i = 0; i < outcome.played().size(); i++) {
      html.append(play(outcome, i, found, kept.get(i)));
    }
    List<Found> lost = found.stream().filter(one -> one.play() < 0).toList();
    if (!lost.isEmpty()) {
      html.append("<p class=\"none\">The histories of these moments were not kept:</p>\n");
      html.append(moments(outcome, lost));
    }
    return html.toString();
  }

  private static String play(TckOutcome outcome, int number, List<Found> found, Kept kept) {
    Played play = outcome.played().get(number);
    List<Found> own = found.stream().filter(one -> one.play() == number).toList();
    StringBuilder html = new StringBuilder();
    html.append("<details class=\"play\" id=\"play-").append(number + 1).append("\" data-play=\"");
    html.append(number).append("\">\n<summary>");
    html.append(verdict(outcome, play, own).badge());
    html.append("<h3>").append(Html.text(play.scenario().name())).append("</h3>");
    html.append("<span class=\"says\">").append(Html.text(play.scenario().story()));
    html.append("</span><span class=\"sum\">");
    if (!play.took().isZero()) {
      html.append("seed ").append(play.seed()).append(", ");
      html.append(Html.time(play.took().toNanos()));
    }
    html.append("</span></summary>\n");
    html.append("<div class=\"open\">\n");
    if (!play.why().isEmpty()) {
      html.append("<p class=\"note\">").append(Html.text(play.why())).append("</p>\n");
    }
    html.append(moments(outcome, own));
    if (play.history().isPresent()) {
      html.append("<div class=\"view\"></div>\n<noscript><p>The picture of the history needs ");
      html.append("JavaScript; nothing is fetched.</p></noscript>\n");
      html.append("<p class=\"left\">").append(Html.text(left(kept))).append("</p>\n");
    }
    return html.append("</div>\n</details>\n").toString();
  }

  /** A play is as good as the rules that its history was judged by. */
  private static Sign verdict(TckOutcome outcome, Played play, List<Found> own) {
    if (play.history().isEmpty()) {
      return Sign.of(play.took().isZero() ? Verdict.NOT_OFFERED : Verdict.UNKNOWN);
    }
    if (!own.isEmpty()) {
      return Sign.of(Verdict.FAIL);
    }
    boolean judged =
        outcome.results().stream()
            .filter(result -> result.verdict() != Verdict.UNKNOWN)
            .map(RuleResult::rule)
            .anyMatch(
                rule ->
                    rule.proof() instanceof Proof.Histories histories
                        && histories.scenarios().contains(play.scenario()));
    return Sign.of(judged && play.why().isEmpty() ? Verdict.PASS : Verdict.UNKNOWN);
  }

  /** Each broken rule once, with all its moments. */
  private static String moments(TckOutcome outcome, List<Found> own) {
    StringBuilder html = new StringBuilder();
    String rule = "";
    for (Found one : own) {
      if (!one.rule().equals(rule)) {
        html.append(rule.isEmpty() ? "" : "</div></li>\n");
        rule = one.rule();
        html.append("<li><span class=\"sign\" aria-hidden=\"true\">✕</span> <span class=\"id\">");
        html.append(Html.text(rule)).append("</span> ").append(Html.text(one.text()));
        html.append("<div class=\"at\">");
      }
      String anchor = Html.text(one.anchor());
      html.append("<a id=\"").append(anchor).append("\" href=\"#").append(anchor);
      html.append("\">").append(at(outcome, one)).append("</a> ");
    }
    return own.isEmpty() ? "" : "<ul class=\"found\">\n" + html + "</div></li>\n</ul>\n";
  }

  private static String at(TckOutcome outcome, Found one) {
    if (one.play() < 0) {
      return "moment " + one.number();
    }
    return outcome
        .played()
        .get(one.play())
        .history()
        .map(history -> EventText.time(history, one.moment().at()))
        .orElse("");
  }

  private static String left(Kept kept) {
    if (kept.leftEvents() == 0) {
      return "All " + Html.count(kept.events(), "event", "events") + " of this play are shown.";
    }
    return "Shown are "
        + Html.count(kept.events(), "event", "events")
        + "; "
        + Html.count(kept.leftEvents(), "event", "events")
        + (kept.leftLeases() == 0
            ? " at the end"
            : " of " + Html.count(kept.leftLeases(), "lease", "leases"))
        + " are left out of this page. The history's file has all.";
  }
}
