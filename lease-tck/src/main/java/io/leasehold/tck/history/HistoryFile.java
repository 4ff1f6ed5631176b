package io.leasehold.tck.history;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A history as a text file: one event a line, each a flat JSON object, by time. Whatever was
 * written is read back exactly so.
 *
 * <p>A file that ends too early, also in the middle of a line, is read as far as it goes; the
 * history then says by {@link History#isWhole()} that something is missing.
 */
public final class HistoryFile {

  private HistoryFile() {}

  /**
   * Writes a history; a file that is there is replaced.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(History history, Path file) throws IOException {
    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      write(history, out);
    }
  }

  /**
   * Writes a history; the writer stays open.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(History history, Writer out) throws IOException {
    for (Event event : history.events()) {
      out.write(EventLine.of(event));
      out.write('\n');
    }
  }

  /**
   * Reads a history.
   *
   * @throws IOException if the file cannot be read
   * @throws BadHistoryException if it is no history
   */
  public static History read(Path file) throws IOException {
    try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      return read(in);
    }
  }

  /**
   * Reads a history; the reader stays open.
   *
   * @throws IOException if it cannot be read
   * @throws BadHistoryException if it is no history
   */
  public static History read(Reader in) throws IOException {
    Lines lines = new Lines(new BufferedReader(in));
    List<Event> events = new ArrayList<>();
    for (String line = lines.next(); line != null; line = lines.next()) {
      try {
        events.add(EventLine.read(line, lines.number));
      } catch (BadHistoryException e) {
        if (lines.isCutOff && !events.isEmpty()) {
          break; // whoever wrote it was stopped in the middle of a line
        }
        throw e;
      }
    }
    check(events);
    return History.of(events);
  }

  private static void check(List<Event> events) {
    if (events.isEmpty()) {
      throw new BadHistoryException(1, "nothing is there; a history begins with its scenario");
    }
    for (int i = 0; i < events.size(); i++) {
      boolean first = events.get(i).what() == What.SCENARIO;
      if (first != (i == 0)) {
        throw new BadHistoryException(
            i + 1,
            first
                ? "another history begins here; a file has one"
                : "a history begins with a line whose \"what\" is SCENARIO, not with "
                    + events.get(i).what());
      }
      if (i > 0 && events.get(i).at() < events.get(i - 1).at()) {
        throw new BadHistoryException(
            i + 1,
            "\"at\" is "
                + events.get(i).at()
                + ", before the line above it; the events of a history are in their order");
      }
    }
  }

  /** Lines with their numbers, and whether the last one has its end. */
  private static final class Lines {
    private final Reader in;
    private int number;
    private boolean isCutOff;

    Lines(Reader in) {
      this.in = in;
    }

    @org.jspecify.annotations.Nullable
    String next() throws IOException {
      StringBuilder line = new StringBuilder();
      int c = in.read();
      for (; c != -1 && c != '\n'; c = in.read()) {
        line.append((char) c);
      }
      isCutOff = c == -1;
      if (isCutOff && line.isEmpty()) {
        return null;
      }
      number++;
      return line.toString();
    }
  }
}
