package io.leasehold.tck.report.html;

import io.leasehold.tck.rule.Level;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The top of the page: what was tested, and what came out, in one sentence and in numbers. */
final class Summary {

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.UK).withZone(ZoneOffset.UTC);

  private Summary() {}

  static String html(TckOutcome outcome) {
    StringBuilder html = new StringBuilder();
    html.append("<p class=\"eyebrow\">Leasehold compatibility kit</p>\n<h1><bdi>")
        .append(Html.text(outcome.store()))
        .append("</bdi></h1>\n")
        .append(verdict(outcome.results()))
        .append(counts(outcome.results()))
        .append("<dl class=\"facts\">\n");
    facts(outcome)
        .forEach(
            (key, value) ->
                html.append("<div><dt>")
                    .append(Html.text(key))
                    .append("</dt><dd><bdi>")
                    .append(Html.text(value))
                    .append("</bdi></dd></div>\n"));
    return html.append("</dl>\n").toString();
  }

  /** The one sentence, and the Verdict whose colours it wears. */
  private static String verdict(List<RuleResult> results) {
    long must = count(results, Verdict.FAIL, Level.MUST);
    long other = count(results, Verdict.FAIL) - must;
    long unknown = count(results, Verdict.UNKNOWN);
    long waived = count(results, Verdict.WAIVED);
    long applying =
        results.size() - count(results, Verdict.NOT_APPLICABLE) - count(results, Verdict.WAIVED);
    long no = count(results, Verdict.NOT_OFFERED);
    long pass = count(results, Verdict.PASS);
    if (must > 0) {
      return sentence(
          Verdict.FAIL,
          "Not safe to rely on.",
          (must == 1 ? "1 must-rule is" : must + " must-rules are")
              + " broken, of "
              + results.size()
              + " rules. Begin with ",
          first(results, Verdict.FAIL));
    }
    if (unknown > 0) {
      return sentence(
          Verdict.UNKNOWN,
          "Not proved.",
          "Nothing that must hold was seen broken, but "
              + Html.count(unknown, "rule", "rules")
              + " saw no decisive moment. Begin with ",
          first(results, Verdict.UNKNOWN));
    }
    if (results.isEmpty() || pass + other == 0) {
      return sentence(Verdict.UNKNOWN, "Nothing was proved.", "No rule was judged.", "");
    }
    String shoulds =
        other == 0
            ? ""
            : " " + Html.count(other, "rule", "rules") + " of good manners did not hold.";
    String waivers =
        waived == 0 ? "" : " " + Html.count(waived, "rule is", "rules are") + " broken and waived.";
    String missing =
        no == 0
            ? ""
            : " "
                + Html.count(no, "rule needs", "rules need")
                + " faults that this fixture cannot make.";
    return sentence(
        other + waived == 0 ? Verdict.PASS : Verdict.WAIVED,
        no == 0 ? "Kept." : "Kept, as far as it was tested.",
        pass + " of " + applying + " rules that apply hold." + shoulds + waivers + missing,
        "");
  }

  private static String sentence(Verdict verdict, String head, String text, String more) {
    Sign sign = Sign.of(verdict);
    return "<p class=\"verdict v-"
        + sign.css()
        + "\"><span class=\"sign\" aria-hidden=\"true\">"
        + sign.sign()
        + "</span><span><strong>"
        + head
        + "</strong> "
        + Html.text(text)
        + more
        + "</span></p>\n";
  }

  /** Of those that weigh most the first one that no other failure explains. */
  private static String first(List<RuleResult> results, Verdict verdict) {
    return results.stream()
        .filter(result -> result.verdict() == verdict)
        .min(
            Comparator.comparing((RuleResult result) -> result.rule().level())
                .thenComparing(result -> result.message().contains("\n  first:")))
        .map(result -> Html.text(result.rule().id()))
        .map(id -> "<a href=\"#" + id + "\">" + id + "</a>.")
        .orElse("");
  }

  /** A bar in proportion, and the numbers below it. */
  private static String counts(List<RuleResult> results) {
    StringBuilder bar = new StringBuilder();
    StringBuilder list = new StringBuilder();
    long x = 0;
    for (Verdict verdict : Verdict.values()) {
      long count = count(results, verdict);
      Sign sign = Sign.of(verdict);
      if (count > 0) {
        bar.append(
            String.format(
                Locale.ROOT,
                "<rect class=\"f-%s\" x=\"%d\" width=\"%d\" height=\"1\"/>",
                sign.css(),
                x,
                count));
        x += count;
      }
      if (count > 0 || verdict == Verdict.PASS || verdict == Verdict.FAIL) {
        list.append("<li title=\"")
            .append(Html.text(sign.means()))
            .append("\"><b>")
            .append(count)
            .append("</b> ")
            .append(sign.badge())
            .append("</li>\n");
      }
    }
    return "<svg class=\"bar\" viewBox=\"0 0 "
        + Math.max(1, x)
        + " 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
        + bar
        + "</svg>\n<ul class=\"counts\">\n"
        + list
        + "</ul>\n";
  }

  private static Map<String, String> facts(TckOutcome outcome) {
    Map<String, String> facts = new LinkedHashMap<>();
    long observations = outcome.results().stream().mapToLong(RuleResult::observations).sum();
    facts.put("Backend", outcome.traits().backend());
    facts.put("Run", DAY.format(outcome.began()) + ", " + Html.time(outcome.took().toNanos()));
    facts.put("Seed", String.valueOf(outcome.seed()));
    facts.put(
        "Observed",
        Html.count(observations, "decisive moment", "decisive moments")
            + " in "
            + Html.count(outcome.results().size(), "rule", "rules")
            + " and "
            + Html.count(outcome.played().size(), "play", "plays"));
    facts.putAll(outcome.about());
    return facts;
  }

  private static long count(List<RuleResult> results, Verdict verdict) {
    return results.stream().filter(result -> result.verdict() == verdict).count();
  }

  private static long count(List<RuleResult> results, Verdict verdict, Level level) {
    return results.stream()
        .filter(result -> result.verdict() == verdict && result.rule().level() == level)
        .count();
  }
}
