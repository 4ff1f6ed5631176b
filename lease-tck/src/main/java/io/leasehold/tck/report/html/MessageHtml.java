package io.leasehold.tck.report.html;

import io.leasehold.tck.run.RuleResult;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A rule's message, as the console shows it, laid out: what was expected, seen, to be checked. */
final class MessageHtml {

  private static final Pattern PART = Pattern.compile("  ([a-z][a-z ]{0,14}):(?: +(.*))?");

  private MessageHtml() {}

  /** The message; its first line is the rule, which stands above it already. */
  static String of(RuleResult result) {
    if (result.message().isEmpty()) {
      return "";
    }
    List<String> lines = new ArrayList<>(List.of(result.message().split("\n", -1)));
    if (lines.get(0).equals(result.rule().toString())) {
      lines.remove(0);
    }
    StringBuilder html = new StringBuilder("<dl class=\"message\">");
    String key = "";
    List<String> value = new ArrayList<>();
    for (String line : lines) {
      Matcher part = PART.matcher(line);
      if (part.matches()) {
        flush(html, key, value);
        key = part.group(1);
        value.clear();
        if (part.group(2) != null) {
          value.add(part.group(2));
        }
      } else {
        value.add(line);
      }
    }
    flush(html, key, value);
    return html.append("</dl>\n").toString();
  }

  /** Lines that are set in by four are a log: they keep their columns. */
  private static void flush(StringBuilder html, String key, List<String> value) {
    if (key.isEmpty() && value.isEmpty()) {
      return;
    }
    List<String> log = value.stream().filter(MessageHtml::isLog).toList();
    String said =
        String.join("\n", value.stream().filter(line -> !isLog(line)).map(String::strip).toList());
    html.append("<div class=\"m-").append(key.replace(' ', '-')).append("\"><dt>");
    html.append(key.isEmpty() ? "why" : key).append("</dt><dd>");
    html.append(Html.text(said));
    if (!log.isEmpty()) {
      html.append("<pre tabindex=\"0\">");
      html.append(
          Html.text(String.join("\n", log.stream().map(line -> line.substring(4)).toList())));
      html.append("</pre>");
    }
    html.append("</dd></div>");
  }

  private static boolean isLog(String line) {
    return line.startsWith("    ") && !line.startsWith("            and ");
  }
}
