package io.leasehold.tck.report;

import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;

/**
 * A run as the XML that build servers read: one test case per rule. A failure is a failure, an
 * unknown is an error (nothing was proved), everything else that is no pass is skipped with its
 * reason. XML has no way to write most control characters: they become visible escapes.
 */
public final class JUnitXml {

  private JUnitXml() {}

  /** The document, to be written in UTF-8. */
  public static String text(TckOutcome outcome) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    long skipped =
        outcome.results().size()
            - outcome.count(Verdict.PASS)
            - outcome.count(Verdict.FAIL)
            - outcome.count(Verdict.UNKNOWN);
    xml.append("<testsuite name=\"Leasehold TCK: ")
        .append(escaped(outcome.store()))
        .append("\" tests=\"")
        .append(outcome.results().size())
        .append("\" failures=\"")
        .append(outcome.count(Verdict.FAIL))
        .append("\" errors=\"")
        .append(outcome.count(Verdict.UNKNOWN))
        .append("\" skipped=\"")
        .append(skipped)
        .append("\" time=\"")
        .append(seconds(outcome.took().toNanos()))
        .append("\" timestamp=\"")
        .append(outcome.began().truncatedTo(ChronoUnit.SECONDS))
        .append("\">\n");
    properties(xml, outcome);
    outcome.results().forEach(result -> testCase(xml, result));
    return xml.append("</testsuite>\n").toString();
  }

  private static void properties(StringBuilder xml, TckOutcome outcome) {
    xml.append("  <properties>\n");
    property(xml, "backend", outcome.traits().toString());
    property(xml, "seed", String.valueOf(outcome.seed()));
    for (Map.Entry<String, String> fact : outcome.about().entrySet()) {
      property(xml, fact.getKey(), fact.getValue());
    }
    xml.append("  </properties>\n");
  }

  private static void property(StringBuilder xml, String name, String value) {
    xml.append("    <property name=\"")
        .append(escaped(name))
        .append("\" value=\"")
        .append(escaped(value))
        .append("\"/>\n");
  }

  private static void testCase(StringBuilder xml, RuleResult result) {
    xml.append("  <testcase name=\"")
        .append(escaped(result.rule().id() + " " + result.rule().text()))
        .append("\" classname=\"leasehold.tck.")
        .append(result.rule().group())
        .append("\" time=\"")
        .append(seconds(result.took().toNanos()))
        .append('"');
    switch (result.verdict()) {
      case PASS -> xml.append("/>\n");
      case FAIL -> told(xml, "failure", result);
      case UNKNOWN -> told(xml, "error", result);
      case NOT_APPLICABLE, NOT_OFFERED, WAIVED ->
          xml.append(">\n    <skipped message=\"")
              .append(escaped(Words.of(result.verdict()) + ": " + result.message()))
              .append("\"/>\n  </testcase>\n");
    }
  }

  private static void told(StringBuilder xml, String element, RuleResult result) {
    String message = result.message();
    xml.append(">\n    <")
        .append(element)
        .append(" message=\"")
        .append(escaped(message.lines().findFirst().orElse("")))
        .append("\" type=\"")
        .append(Words.of(result.verdict()))
        .append("\">")
        .append(escaped(message))
        .append("</")
        .append(element)
        .append(">\n  </testcase>\n");
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e9);
  }

  /** For element text and attribute values alike. */
  static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints().forEach(point -> append(out, point));
    return out.toString();
  }

  private static void append(StringBuilder out, int point) {
    switch (point) {
      case '&' -> out.append("&amp;");
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '"' -> out.append("&quot;");
      case '\n', '\r', '\t' -> out.append("&#").append(point).append(';');
      default -> {
        if (isAllowed(point)) {
          out.appendCodePoint(point);
        } else {
          out.append(String.format(Locale.ROOT, "\\u%04x", point));
        }
      }
    }
  }

  private static boolean isAllowed(int point) {
    return (point >= 0x20 && point < 0xD800)
        || (point >= 0xE000 && point < 0xFFFE)
        || point >= 0x10000;
  }
}
