package io.leasehold.tck.report.html;

import com.fasterxml.jackson.jr.ob.JSON;
import io.leasehold.tck.run.TckOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The report as one HTML page that needs no network and nothing beside it: the verdict, the rules,
 * and a picture of each scenario's history. The address {@code page.html#RACE-01} opens a rule,
 * {@code page.html#RACE-01!moment} the moment at which it was broken.
 */
public final class HtmlReport {

  private static final List<String> SCRIPTS = List.of("draw.js", "view.js", "page.js");
  private static final Pattern PART = Pattern.compile("@([A-Z_]+)@");

  private HtmlReport() {}

  /**
   * Writes the page.
   *
   * @param outcome of a run
   * @param file to write, replaced if it is there
   * @throws UncheckedIOException if it cannot be written
   */
  public static void write(TckOutcome outcome, Path file) {
    try {
      Files.write(file, text(outcome).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the report cannot be written to " + file, e);
    }
  }

  /** The page as text. */
  public static String text(TckOutcome outcome) {
    List<Found> found = Found.all(outcome);
    List<Kept> kept = Kept.of(outcome.played(), found);
    StringBuilder script = new StringBuilder("\n'use strict';\n");
    SCRIPTS.forEach(name -> script.append(resource(name)));
    String style = "\n" + resource("page.css");
    Map<String, String> parts =
        Map.of(
            "TITLE", Html.text(outcome.store() + " - Leasehold TCK"),
            "STYLE_HASH", hash(style),
            "SCRIPT_HASH", hash(script.toString()),
            "STYLE", style,
            "SCRIPT", script.toString(),
            "SUMMARY", Summary.html(outcome),
            "RULES", RulesHtml.html(outcome),
            "SCENARIOS", ScenariosHtml.html(outcome, found, kept),
            "DATA", json(data(outcome, found, kept)));
    // In one pass: what is put in is not looked at again.
    return PART.matcher(resource("page.html"))
        .replaceAll(part -> Matcher.quoteReplacement(parts.getOrDefault(part.group(1), "")));
  }

  private static List<Object> data(TckOutcome outcome, List<Found> found, List<Kept> kept) {
    List<Object> plays = new ArrayList<>();
    for (int i = 0; i < kept.size(); i++) {
      int play = i;
      plays.add(
          PlayData.of(
              outcome.played().get(i),
              kept.get(i),
              found.stream().filter(one -> one.play() == play).toList()));
    }
    return plays;
  }

  /** No character of it can end the element that it stands in. */
  private static String json(Object data) {
    try {
      return JSON.std
          .asString(data)
          .replace("&", "\\u0026")
          .replace("<", "\\u003c")
          .replace(">", "\\u003e");
    } catch (IOException e) {
      throw new UncheckedIOException("the histories cannot be written as JSON", e);
    }
  }

  /** The page's own script and style, and no others, are let in. */
  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the kit's jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the kit's jar cannot be read", e);
    }
  }
}
