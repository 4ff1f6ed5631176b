package io.leasehold.peers;

import com.fasterxml.jackson.jr.ob.JSON;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What came out of the runs of one subject.
 *
 * @param id of the subject
 * @param title for people
 * @param library and version
 * @param configuration in words
 * @param ownWords of its documentation
 * @param lacks what it does not offer, in words
 * @param left rules that say nothing about it, and why
 * @param runs in their order
 */
record Outcome(
    String id,
    String title,
    String library,
    String configuration,
    String ownWords,
    List<String> lacks,
    Map<String, String> left,
    List<Run> runs) {

  /**
   * One run.
   *
   * @param seed of its chances
   * @param took how long it lasted
   * @param results one per rule
   */
  record Run(long seed, Duration took, List<Result> results) {

    static Run of(long seed, Duration took, List<RuleResult> results) {
      return new Run(seed, took, results.stream().map(Result::of).toList());
    }
  }

  /**
   * One rule in one run.
   *
   * @param id of the rule
   * @param verdict what came out
   * @param observations how often it could have been broken
   * @param message the kit's; empty for a pass
   */
  record Result(String id, Verdict verdict, long observations, String message) {

    private static final Pattern MORE = Pattern.compile("(?m)^ +and (\\d+) more$");

    static Result of(RuleResult result) {
      return new Result(
          result.rule().id(), result.verdict(), result.observations(), result.message());
    }

    /** In how many places it was broken. */
    long seen() {
      long shown = message.lines().filter(line -> line.strip().startsWith("seen:")).count();
      Matcher more = MORE.matcher(message);
      return shown + (more.find() ? Long.parseLong(more.group(1)) : 0);
    }

    /** What was seen first, for people; empty for a pass. */
    String firstSeen() {
      return message
          .lines()
          .map(String::strip)
          .filter(line -> line.startsWith("seen:"))
          .findFirst()
          .map(line -> line.substring("seen:".length()).strip())
          .orElse("");
    }
  }

  static Outcome of(Subject subject, List<Run> runs) {
    List<String> lacks = new ArrayList<>();
    for (Has one : Has.values()) {
      if (!subject.has().contains(one)) {
        lacks.add(one.lack());
      }
    }
    return new Outcome(
        subject.id(),
        subject.title(),
        subject.library(),
        subject.configuration(),
        subject.ownWords(),
        lacks,
        subject.left(),
        runs);
  }

  /** The results of a rule, one per run. */
  List<Result> of(String rule) {
    return runs.stream()
        .map(run -> run.results().stream().filter(it -> it.id().equals(rule)).findFirst())
        .flatMap(Optional::stream)
        .toList();
  }

  void write(Path file) throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", id);
    map.put("title", title);
    map.put("library", library);
    map.put("configuration", configuration);
    map.put("ownWords", ownWords);
    map.put("lacks", lacks);
    map.put("left", left);
    map.put("runs", runs.stream().map(Outcome::map).toList());
    Files.writeString(file, JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(map) + "\n");
  }

  private static Map<String, Object> map(Run run) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("seed", run.seed());
    map.put("millis", run.took().toMillis());
    List<Object> results = new ArrayList<>();
    for (Result result : run.results()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("rule", result.id());
      one.put("verdict", result.verdict().name());
      one.put("observations", result.observations());
      one.put("message", result.message());
      results.add(one);
    }
    map.put("results", results);
    return map;
  }

  static Outcome read(Path file) throws IOException {
    Map<String, Object> map = JSON.std.mapFrom(Files.readString(file));
    List<Run> runs = new ArrayList<>();
    for (Object one : list(map.get("runs"))) {
      Map<?, ?> run = (Map<?, ?>) one;
      List<Result> results = new ArrayList<>();
      for (Object each : list(run.get("results"))) {
        Map<?, ?> result = (Map<?, ?>) each;
        results.add(
            new Result(
                text(result.get("rule")),
                Verdict.valueOf(text(result.get("verdict"))),
                number(result.get("observations")).longValue(),
                text(result.get("message"))));
      }
      runs.add(
          new Run(
              number(run.get("seed")).longValue(),
              Duration.ofMillis(number(run.get("millis")).longValue()),
              results));
    }
    Map<String, String> left = new LinkedHashMap<>();
    ((Map<?, ?>) map.getOrDefault("left", Map.of()))
        .forEach((rule, why) -> left.put(text(rule), text(why)));
    return new Outcome(
        text(map.get("id")),
        text(map.get("title")),
        text(map.get("library")),
        text(map.get("configuration")),
        text(map.get("ownWords")),
        list(map.get("lacks")).stream().map(Outcome::text).toList(),
        left,
        runs);
  }

  private static List<?> list(@Nullable Object any) {
    return any instanceof List<?> list ? list : List.of();
  }

  private static Number number(@Nullable Object any) {
    return any instanceof Number number ? number : 0;
  }

  private static String text(@Nullable Object any) {
    return String.valueOf(any);
  }
}
