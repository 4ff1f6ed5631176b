package io.leasehold.tck.report;

import com.fasterxml.jackson.jr.ob.JSON;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.run.Moment;
import io.leasehold.tck.run.Played;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import io.leasehold.tck.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A run as JSON, for programs. One object:
 *
 * <ul>
 *   <li>{@code leaseholdTck}: number, the version of this form, {@value #VERSION}
 *   <li>{@code store}, {@code backend}, {@code traits}: strings; what was tested, its id, what it
 *       declares
 *   <li>{@code verdict}: {@code pass}, {@code fail} or {@code unknown}, of the whole run
 *   <li>{@code seed}: string, because JSON readers round long numbers
 *   <li>{@code began}: string, ISO 8601; {@code tookSeconds}: number
 *   <li>{@code about}: object of strings; command, kit, machine, Java
 *   <li>{@code counts}: object, verdict to number of rules
 *   <li>{@code rules}: array of objects with {@code id}, {@code group}, {@code level}, {@code
 *       guarantee}, {@code text}, {@code verdict} (as in {@code counts}), {@code observations}
 *       (number), {@code message} (empty for a pass), {@code tookSeconds}, {@code scenarios} (array
 *       of names) and {@code moments}: array of objects with {@code scenario}, {@code seed}, {@code
 *       at} (string, nanoseconds on the history's clock), {@code lease}, {@code by}
 *   <li>{@code plays}: array of objects with {@code scenario}, {@code seed}, {@code tookSeconds},
 *       {@code events} (number), {@code why} (why it was not played, or broken off; else empty),
 *       {@code file} (relative to this file; empty if there is none)
 * </ul>
 *
 * Fields may be added; readers should ignore those that they do not know.
 */
public final class JsonReport {

  /** The version of the form; raised when a field changes its meaning. */
  public static final int VERSION = 1;

  private JsonReport() {}

  /** The document, to be written in UTF-8. */
  public static String text(TckOutcome outcome) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("leaseholdTck", VERSION);
    all.put("store", outcome.store());
    all.put("backend", outcome.traits().backend());
    all.put("traits", outcome.traits().toString());
    all.put("verdict", Words.of(outcome.verdict()));
    all.put("seed", String.valueOf(outcome.seed()));
    all.put("began", outcome.began().toString());
    all.put("tookSeconds", seconds(outcome.took()));
    all.put("about", outcome.about());
    all.put("counts", counts(outcome));
    all.put("rules", outcome.results().stream().map(JsonReport::rule).toList());
    all.put("plays", outcome.played().stream().map(JsonReport::play).toList());
    try {
      return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(all) + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException("a report could not be put into JSON", e);
    }
  }

  private static Map<String, Object> counts(TckOutcome outcome) {
    Map<String, Object> counts = new LinkedHashMap<>();
    for (Verdict verdict : Verdict.values()) {
      counts.put(Words.of(verdict), outcome.count(verdict));
    }
    return counts;
  }

  private static Map<String, Object> rule(RuleResult result) {
    Rule rule = result.rule();
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("id", rule.id());
    all.put("group", rule.group().name());
    all.put("level", rule.level().name().toLowerCase(Locale.ROOT));
    all.put("guarantee", rule.guarantee().name());
    all.put("text", rule.text());
    all.put("verdict", Words.of(result.verdict()));
    all.put("observations", result.observations());
    all.put("message", result.message());
    all.put("tookSeconds", seconds(result.took()));
    all.put("scenarios", rule.scenarios().stream().map(Scenario::name).toList());
    List<Map<String, Object>> moments = new ArrayList<>();
    result.moments().forEach(moment -> moments.add(moment(moment)));
    all.put("moments", moments);
    return all;
  }

  private static Map<String, Object> moment(Moment moment) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("scenario", moment.scenario());
    all.put("seed", String.valueOf(moment.seed()));
    all.put("at", String.valueOf(moment.at()));
    all.put("lease", moment.lease());
    all.put("by", moment.by());
    return all;
  }

  private static Map<String, Object> play(Played play) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("scenario", play.scenario().name());
    all.put("seed", String.valueOf(play.seed()));
    all.put("tookSeconds", seconds(play.took()));
    all.put("events", play.history().map(history -> history.events().size()).orElse(0));
    all.put("why", play.why());
    all.put("file", Reports.historyFile(play).orElse(""));
    return all;
  }

  private static double seconds(Duration time) {
    return Math.round(time.toNanos() / 1e6) / 1e3;
  }
}
