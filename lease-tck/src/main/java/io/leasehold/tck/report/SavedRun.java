package io.leasehold.tck.report;

import com.fasterxml.jackson.jr.ob.JSON;
import io.leasehold.tck.run.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link JsonReport} says of a run: enough to set runs side by side.
 *
 * @param store what was tested
 * @param backend its id
 * @param seed of its chances
 * @param began when, ISO 8601
 * @param tookSeconds how long
 * @param verdict of the whole run
 * @param about command, kit, machine, Java
 * @param rules rule id to what is said of it, in the order of the report
 */
public record SavedRun(
    String store,
    String backend,
    String seed,
    String began,
    double tookSeconds,
    Verdict verdict,
    Map<String, String> about,
    Map<String, SavedRule> rules) {

  /**
   * One rule of a run.
   *
   * @param text the rule in one sentence
   * @param verdict what came out
   * @param message why it is no pass; empty if it is
   */
  public record SavedRule(String text, Verdict verdict, String message) {}

  /**
   * Reads a report.
   *
   * @param file a {@code report.json}, or the folder that holds it
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it is no report of this kit, or one of another version
   */
  public static SavedRun read(Path file) throws IOException {
    Path json = Files.isDirectory(file) ? file.resolve(Reports.JSON) : file;
    if (!Files.isRegularFile(json)) {
      throw new IllegalArgumentException(
          json + " is not there; give folders that were made by run --out DIR");
    }
    try {
      return of(JSON.std.mapFrom(Files.readString(json)), json);
    } catch (IOException | ClassCastException | NullPointerException e) {
      throw new IllegalArgumentException(
          json + " is not a report of this kit: " + e.getMessage(), e);
    }
  }

  private static SavedRun of(Map<String, Object> all, Path json) {
    if (!(all.get("leaseholdTck") instanceof Number version)
        || version.intValue() != JsonReport.VERSION) {
      throw new IllegalArgumentException(
          json
              + " is not a report of this kit, or not in form "
              + JsonReport.VERSION
              + ": "
              + "\"leaseholdTck\" is "
              + all.get("leaseholdTck"));
    }
    Map<String, String> about = new LinkedHashMap<>();
    ((Map<?, ?>) object(all.get("about")))
        .forEach((key, value) -> about.put(String.valueOf(key), String.valueOf(value)));
    Map<String, SavedRule> rules = new LinkedHashMap<>();
    for (Object one : (List<?>) object(all.get("rules"))) {
      Map<?, ?> rule = (Map<?, ?>) one;
      rules.put(
          text(rule.get("id")),
          new SavedRule(
              text(rule.get("text")), verdict(rule.get("verdict")), text(rule.get("message"))));
    }
    return new SavedRun(
        text(all.get("store")),
        text(all.get("backend")),
        text(all.get("seed")),
        text(all.get("began")),
        ((Number) object(all.get("tookSeconds"))).doubleValue(),
        verdict(all.get("verdict")),
        about,
        rules);
  }

  private static Object object(@Nullable Object value) {
    if (value == null) {
      throw new ClassCastException("something is missing");
    }
    return value;
  }

  private static String text(@Nullable Object value) {
    return (String) object(value);
  }

  private static Verdict verdict(@Nullable Object value) {
    return Verdict.valueOf(text(value).toUpperCase(Locale.ROOT).replace(' ', '_'));
  }
}
