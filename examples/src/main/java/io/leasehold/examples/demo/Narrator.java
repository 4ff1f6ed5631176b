package io.leasehold.examples.demo;

import io.leasehold.spi.LeaseClock;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the demo prints: plain lines, coloured if asked for. */
final class Narrator {

  private static final String RED = "31";
  private static final String GREEN = "32";
  private static final String BOLD = "1";
  private static final String DIM = "2";

  /** Of a line's text, so that it fits a window of 100 columns. */
  private static final int WIDTH = 78;

  private final PrintStream out;
  private final boolean coloured;
  private final LeaseClock clock = LeaseClock.system();
  private final long begin = clock.nanos();
  private int steps;

  Narrator(PrintStream out, boolean coloured) {
    this.out = out;
    this.coloured = coloured;
  }

  void title(String text) {
    out.println(paint(BOLD, text));
  }

  void text(String text) {
    out.println(text);
  }

  /** A step begins. */
  void step(String text) {
    steps++;
    out.printf("%n%s%n", paint(BOLD, steps + "  " + text));
  }

  /** Something was seen, and where. */
  void saw(String where, String text) {
    line(DIM, where, text);
  }

  /** What was seen is what was promised. */
  void ok(String text) {
    line(GREEN, "ok", text);
  }

  /** What was seen is bad. */
  void bad(String label, String text) {
    line(RED, label, text);
  }

  void good(String text) {
    out.printf("%n%s%n", paint(GREEN, text));
  }

  void verdict(String text) {
    out.printf("%n%s%n", paint(RED, text));
  }

  static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }

  private void line(String colour, String label, String text) {
    Duration since = Duration.ofNanos(clock.nanos() - begin);
    List<String> parts = wrap(text);
    String painted = paint(colour, String.format("%-8s", label));
    out.printf("%9s  %s %s%n", seconds(since), painted, parts.get(0));
    for (String part : parts.subList(1, parts.size())) {
      out.printf("%20s%s%n", "", part);
    }
    out.flush();
  }

  private static List<String> wrap(String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (line.length() + word.length() >= WIDTH) {
        lines.add(line.toString().stripTrailing());
        line.setLength(0);
      }
      line.append(word).append(' ');
    }
    lines.add(line.toString().stripTrailing());
    return lines;
  }

  private String paint(String code, String text) {
    return coloured ? "\u001B[" + code + "m" + text + "\u001B[0m" : text;
  }
}
