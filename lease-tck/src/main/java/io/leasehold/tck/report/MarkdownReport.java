package io.leasehold.tck.report;

import io.leasehold.tck.rule.RuleGroup;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs as Markdown tables: one run rule by rule, or several side by side. */
public final class MarkdownReport {

  private MarkdownReport() {}

  /** One run: rule, verdict, how often it was seen, why it is no pass. */
  public static String text(TckOutcome outcome) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(cell(outcome.store())).append(": ");
    text.append(Words.of(outcome.verdict())).append("\n\n");
    text.append(Words.counts(outcome)).append(".\n\n| | |\n|---|---|\n");
    row(text, "backend", "`" + cell(outcome.traits().toString()) + "`");
    row(text, "seed", String.valueOf(outcome.seed()));
    row(text, "began", outcome.began().toString());
    outcome.about().forEach((key, value) -> row(text, cell(key), cell(value)));
    for (RuleGroup group : RuleGroup.values()) {
      List<RuleResult> own =
          outcome.results().stream().filter(it -> it.rule().group() == group).toList();
      if (!own.isEmpty()) {
        text.append("\n## ").append(group).append(": ").append(group.title());
        text.append("\n\n| rule | verdict | seen | |\n|---|---|---:|---|\n");
        own.forEach(result -> row(text, result));
      }
    }
    return text.toString();
  }

  private static void row(StringBuilder text, RuleResult result) {
    text.append("| **").append(result.rule().id()).append("** ");
    text.append(cell(result.rule().text())).append(" | ").append(sign(result.verdict()));
    text.append(" | ").append(result.observations()).append(" | ");
    text.append(cell(why(result))).append(" |\n");
  }

  /** Without the line that repeats the rule. */
  private static String why(RuleResult result) {
    String message = result.message();
    return message.startsWith(result.rule().id())
        ? message.lines().skip(1).limit(3).map(String::strip).collect(Collectors.joining(" "))
        : message;
  }

  private static void row(StringBuilder text, String key, String value) {
    text.append("| ").append(key).append(" | ").append(value).append(" |\n");
  }

  /**
   * Several runs side by side, one column each; below the table what the cells that are no pass
   * say.
   *
   * @param runs by the heading of their columns, in the order of the columns
   */
  public static String matrix(Map<String, SavedRun> runs) {
    StringBuilder text = new StringBuilder("| rule |");
    runs.keySet().forEach(name -> text.append(' ').append(cell(name)).append(" |"));
    text.append("\n|---|").append(":-:|".repeat(runs.size())).append('\n');
    for (String id : ids(runs)) {
      String sentence =
          runs.values().stream()
              .filter(run -> run.rules().containsKey(id))
              .map(run -> saved(run, id).text())
              .findFirst()
              .orElse("");
      text.append("| **").append(id).append("** ").append(cell(sentence)).append(" |");
      for (SavedRun run : runs.values()) {
        String said = run.rules().containsKey(id) ? sign(saved(run, id).verdict()) : "";
        text.append(' ').append(said).append(" |");
      }
      text.append('\n');
    }
    text.append("\n| | came out | began | took | seed | kit, machine, Java | command |\n");
    text.append("|---|---|---|---:|---|---|---|\n");
    runs.forEach((name, run) -> row(text, name, run));
    return text.toString();
  }

  /** How it can be had again. */
  private static void row(StringBuilder text, String name, SavedRun run) {
    Map<String, String> about = run.about();
    String where =
        Stream.of("kit", "machine", "java")
            .map(key -> about.getOrDefault(key, "unknown"))
            .collect(Collectors.joining("; "));
    List<String> cells =
        List.of(
            name,
            counts(run),
            run.began(),
            Math.round(run.tookSeconds()) + " s",
            run.seed(),
            where,
            about.getOrDefault("command", ""));
    text.append("| ");
    text.append(cells.stream().map(MarkdownReport::cell).collect(Collectors.joining(" | ")));
    text.append(" |\n");
  }

  private static String counts(SavedRun run) {
    Map<Verdict, Long> counts =
        run.rules().values().stream()
            .collect(
                Collectors.groupingBy(
                    SavedRun.SavedRule::verdict,
                    () -> new EnumMap<>(Verdict.class),
                    Collectors.counting()));
    return Words.of(run.verdict())
        + counts.entrySet().stream()
            .map(each -> each.getValue() + " " + Words.of(each.getKey()))
            .collect(Collectors.joining(", ", ": ", ""));
  }

  private static SavedRun.SavedRule saved(SavedRun run, String id) {
    SavedRun.SavedRule rule = run.rules().get(id);
    if (rule == null) {
      throw new IllegalStateException(id + " is not in the run of " + run.store());
    }
    return rule;
  }

  /** Those of this kit in its order, then those that it does not have. */
  private static Set<String> ids(Map<String, SavedRun> runs) {
    Set<String> all = new TreeSet<>();
    runs.values().forEach(run -> all.addAll(run.rules().keySet()));
    Map<Integer, String> places = new TreeMap<>();
    int place = 0;
    for (var rule : RuleCatalogue.rules()) {
      if (all.remove(rule.id())) {
        places.put(place++, rule.id());
      }
    }
    for (String id : all) {
      places.put(place++, id);
    }
    return new LinkedHashSet<>(places.values());
  }

  private static String sign(Verdict verdict) {
    return verdict == Verdict.FAIL ? "**FAIL**" : Words.of(verdict);
  }

  /** Text that cannot end its cell, and no line of the table. */
  private static String cell(String text) {
    return text.replace("\\", "\\\\")
        .replace("|", "\\|")
        .replace("<", "&lt;")
        .replaceAll("\\R", " ");
  }
}
