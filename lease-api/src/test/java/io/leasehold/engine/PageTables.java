package io.leasehold.engine;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The tables of a page in docs/, by the heading above them. */
final class PageTables {

  private final String text;

  private PageTables(String text) {
    this.text = text;
  }

  static PageTables of(String file) throws IOException {
    return new PageTables(Files.readString(Path.of(file)));
  }

  /** The text under a heading of the second level. */
  String section(String heading) {
    String start = "\n## " + heading + "\n";
    int from = text.indexOf(start);
    if (from < 0) {
      throw new AssertionError("the page has no section \"" + heading + "\"");
    }
    int to = text.indexOf("\n## ", from + start.length());
    return text.substring(from + start.length(), to < 0 ? text.length() : to);
  }

  /** The rows of the one table under a heading, without its head. */
  List<List<String>> cells(String heading) {
    List<String> lines = section(heading).lines().filter(line -> line.startsWith("|")).toList();
    List<List<String>> rows = new ArrayList<>();
    for (String line : lines.subList(2, lines.size())) {
      rows.add(
          Stream.of(line.substring(1, line.length() - 1).split("\\|")).map(String::strip).toList());
    }
    return rows;
  }

  /** The same by the first cell, without the code marks around it. */
  Map<String, List<String>> rows(String heading) {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (List<String> row : cells(heading)) {
      if (rows.put(row.get(0).replace("`", ""), row.subList(1, row.size())) != null) {
        throw new AssertionError("two rows for " + row.get(0));
      }
    }
    return rows;
  }

  /** What the page means by "30 s", "10 ms", "1 h" or "unlimited". */
  static Duration duration(String shown) {
    if (shown.equals("unlimited")) {
      return io.leasehold.LeaseRequest.UNLIMITED;
    }
    String[] parts = shown.split(" ");
    long number = Long.parseLong(parts[0]);
    return switch (parts[1]) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "min" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      case "d" -> Duration.ofDays(number);
      default -> throw new AssertionError("no unit: " + shown);
    };
  }

  /** At most three decimals, none that is a trailing zero. */
  static String decimal(long nanos, long unit) {
    return new BigDecimal(nanos)
        .divide(new BigDecimal(unit), 3, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }
}
