package io.leasehold.tck.mutants;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which rules each mutant has to fail: the file {@code kill-table.txt}, read. */
final class KillTable {

  /**
   * One mutant's row.
   *
   * @param fails exactly the rules that it fails
   * @param unsettles exactly the rules that end as unknown
   * @param chance rules that it fails or not, as a race of its own falls
   */
  record Row(Set<String> fails, Set<String> unsettles, Set<String> chance) {

    Row(Set<String> fails, Set<String> unsettles) {
      this(fails, unsettles, Set.of());
    }

    static Row parse(String text) {
      String[] halves = text.split("\\?", -1);
      String[] parts = halves[0].split("/", -1);
      return new Row(
          ids(parts[0]),
          parts.length > 1 ? ids(parts[1]) : Set.of(),
          halves.length > 1 ? ids(halves[1]) : Set.of());
    }

    /** The same without those that a table says to be left to chance. */
    Row without(Set<String> ids) {
      Set<String> certain = new TreeSet<>(fails);
      certain.removeAll(ids);
      return new Row(certain, unsettles);
    }

    private static Set<String> ids(String text) {
      return new TreeSet<>(Arrays.asList(text.trim().split(" +")));
    }

    String text() {
      String failed = String.join(" ", fails);
      return unsettles.isEmpty() ? failed : failed + " / " + String.join(" ", unsettles);
    }
  }

  private static final Map<String, Row> ROWS = read();

  private KillTable() {}

  static Set<String> names() {
    return ROWS.keySet();
  }

  static Row of(String mutant) {
    Row row = ROWS.get(mutant);
    if (row == null) {
      throw new IllegalStateException("kill-table.txt has no row for " + mutant);
    }
    return row;
  }

  private static Map<String, Row> read() {
    Map<String, Row> rows = new TreeMap<>();
    try (InputStream in = KillTable.class.getResourceAsStream("kill-table.txt");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int colon = line.indexOf(':');
        if (!line.startsWith("#")
            && rows.put(line.substring(0, colon), Row.parse(line.substring(colon + 1))) != null) {
          throw new IllegalStateException("kill-table.txt has two rows for one mutant: " + line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }
}
