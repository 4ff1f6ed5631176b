package io.leasehold.tck.report;

import io.leasehold.tck.history.HistoryFile;
import io.leasehold.tck.report.html.HtmlReport;
import io.leasehold.tck.run.Played;
import io.leasehold.tck.run.TckOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** All files of a run in one folder. */
public final class Reports {

  /** For programs. */
  public static final String JSON = "report.json";

  /** As on the console. */
  public static final String TEXT = "report.txt";

  /** For people: one page for a browser. */
  public static final String HTML = "report.html";

  /** For people who write. */
  public static final String MARKDOWN = "report.md";

  /** For build servers, which look for files with such names. */
  public static final String JUNIT = "TEST-leasehold-tck.xml";

  /** The folder of the histories. */
  public static final String HISTORIES = "histories";

  private static final String LINES = ".jsonl";

  private Reports() {}

  /**
   * Writes them; those of a former run in the same folder are replaced, its histories deleted.
   *
   * @throws UncheckedIOException if the folder cannot be written
   */
  public static void write(TckOutcome outcome, Path folder) {
    try {
      Path histories = folder.resolve(HISTORIES);
      Files.createDirectories(histories);
      deleteHistories(histories);
      for (Played play : outcome.played()) {
        Optional<String> file = historyFile(play);
        if (file.isPresent()) {
          HistoryFile.write(play.history().orElseThrow(), folder.resolve(file.get()));
        }
      }
      write(folder.resolve(JSON), JsonReport.text(outcome));
      HtmlReport.write(outcome, folder.resolve(HTML));
      write(folder.resolve(JUNIT), JUnitXml.text(outcome));
      write(folder.resolve(MARKDOWN), MarkdownReport.text(outcome));
      write(
          folder.resolve(TEXT),
          ConsoleReport.text(
              outcome, Look.PLAIN, new Places(Reports::historyFile, Optional.of(HTML))));
    } catch (IOException e) {
      throw new UncheckedIOException("the reports cannot be written to " + folder, e);
    }
  }

  /** Where a play's history is, relative to the folder; empty if it has none. */
  public static Optional<String> historyFile(Played play) {
    return play.history()
        .map(history -> HISTORIES + "/" + play.scenario().name() + "-" + play.seed() + LINES);
  }

  private static void write(Path file, String text) throws IOException {
    // Not writeString: a lone half of a character in a name is no reason to have no report.
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void deleteHistories(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(it -> it.toString().endsWith(LINES)).toList()) {
        Files.delete(file);
      }
    }
  }
}
