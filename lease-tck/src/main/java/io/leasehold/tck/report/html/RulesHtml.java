package io.leasehold.tck.report.html;

import io.leasehold.tck.rule.Level;
import io.leasehold.tck.rule.Proof;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleGroup;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The rules by group; each opens to what it is for, and, if it is broken, to what was seen. */
final class RulesHtml {

  private static final int SHOWN_FRAMES = 30;

  /** So many moments can be reached from their rule; the rest stands at the scenario. */
  private static final int LINKED = 5;

  private RulesHtml() {}

  static String html(TckOutcome outcome) {
    Map<RuleGroup, List<RuleResult>> groups =
        outcome.results().stream()
            .collect(
                Collectors.groupingBy(
                    result -> result.rule().group(), TreeMap::new, Collectors.toList()));
    StringBuilder html = new StringBuilder();
    groups.forEach((group, results) -> html.append(group(group, results, outcome)));
    return html.toString();
  }

  private static String group(RuleGroup group, List<RuleResult> results, TckOutcome outcome) {
    boolean open = results.stream().anyMatch(RulesHtml::isToLookAt);
    StringBuilder html = new StringBuilder();
    html.append("<details class=\"group\"").append(open ? " open" : "").append(">\n<summary>");
    html.append("<h3><span class=\"id\">").append(group.name()).append("</span> ");
    html.append(Html.text(group.title()))
        .append("</h3><span class=\"cells\" aria-hidden=\"true\">");
    for (RuleResult result : results) {
      Sign sign = Sign.of(result.verdict());
      html.append("<i class=\"c-").append(sign.css()).append("\">");
      html.append(result.verdict() == Verdict.PASS ? "" : sign.sign()).append("</i>");
    }
    html.append("</span><span class=\"sum\">").append(sum(results)).append("</span></summary>\n");
    results.forEach(result -> html.append(rule(result, outcome)));
    return html.append("</details>\n").toString();
  }

  private static boolean isToLookAt(RuleResult result) {
    return result.verdict() == Verdict.FAIL || result.verdict() == Verdict.UNKNOWN;
  }

  private static String sum(List<RuleResult> results) {
    StringBuilder text = new StringBuilder();
    for (Verdict verdict : Verdict.values()) {
      long count = results.stream().filter(result -> result.verdict() == verdict).count();
      if (count > 0) {
        text.append(text.isEmpty() ? "" : ", ").append(count).append(' ');
        text.append(Sign.of(verdict).word());
      }
    }
    return text.toString();
  }

  private static String rule(RuleResult result, TckOutcome outcome) {
    Rule rule = result.rule();
    Sign sign = Sign.of(result.verdict());
    StringBuilder html = new StringBuilder();
    html.append("<details class=\"rule r-").append(sign.css()).append("\" id=\"");
    html.append(Html.text(rule.id())).append("\" data-v=\"").append(sign.css()).append("\">\n");
    html.append("<summary>").append(sign.badge()).append("<span class=\"id\">");
    html.append(Html.text(rule.id())).append("</span><span class=\"says\">");
    html.append(Html.text(rule.text())).append("</span></summary>\n<div class=\"open\">\n");
    List<Found> found = Found.of(result, outcome.played());
    html.append(links(found, result.moments().size()));
    html.append(MessageHtml.of(result));
    html.append(error(result));
    html.append("<dl class=\"about\">");
    item(html, "Why", rule.intent());
    item(html, "Level", rule.level().name().toLowerCase(Locale.ROOT) + meaning(rule.level()));
    item(html, "Promise", rule.guarantee() + ", " + rule.guarantee().title());
    item(html, "Applies", rule.appliesIf().isEmpty() ? "" : "if " + rule.appliesIf());
    item(html, "Seen", Html.count(result.observations(), "decisive moment", "decisive moments"));
    if (rule.proof() instanceof Proof.Histories histories) {
      item(
          html,
          "Judged by",
          histories.scenarios().stream()
              .map(scenario -> scenario.name())
              .collect(Collectors.joining(", ", "the histories of ", "")));
    }
    return html.append("</dl>\n</div>\n</details>\n").toString();
  }

  private static String meaning(Level level) {
    return switch (level) {
      case MUST -> "";
      case SHOULD -> ": a backend that breaks it conforms, but is worse than it could be";
      case STOCHASTIC -> ": judged over many tries, a single miss proves nothing";
    };
  }

  private static String links(List<Found> found, int all) {
    if (found.isEmpty()) {
      return "";
    }
    StringBuilder html = new StringBuilder("<p class=\"moments\">");
    for (Found one : found.subList(0, Math.min(LINKED, found.size()))) {
      html.append("<a class=\"")
          .append(one.number() == 1 ? "button" : "button small")
          .append("\" href=\"#")
          .append(Html.text(one.anchor()))
          .append("\">")
          .append(one.number() == 1 ? "Show me the moment" : String.valueOf(one.number()))
          .append("</a> ");
    }
    if (all > LINKED) {
      html.append("<span>").append(all).append(" moments; ");
      html.append(all > found.size() ? "the first " + found.size() : "all").append(" are listed");
      html.append(" at the scenario</span>");
    }
    return html.append("</p>\n").toString();
  }

  private static String error(RuleResult result) {
    Throwable error = result.error();
    if (error == null) {
      return "";
    }
    StringBuilder text = new StringBuilder(error.toString());
    StackTraceElement[] stack = error.getStackTrace();
    for (int i = 0; i < Math.min(stack.length, SHOWN_FRAMES); i++) {
      text.append("\n    at ").append(stack[i]);
    }
    if (stack.length > SHOWN_FRAMES) {
      text.append("\n    and ").append(stack.length - SHOWN_FRAMES).append(" more");
    }
    return "<details class=\"error\"><summary>The exception behind it</summary><pre>"
        + Html.text(text.toString())
        + "</pre></details>\n";
  }

  private static void item(StringBuilder html, String key, String value) {
    if (!value.isEmpty()) {
      html.append("<div><dt>").append(key).append("</dt><dd>");
      html.append(Html.text(value)).append("</dd></div>");
    }
  }
}
