package io.leasehold.tck.cli;

import io.leasehold.tck.report.ConsoleReport;
import io.leasehold.tck.report.Places;
import io.leasehold.tck.report.Reports;
import io.leasehold.tck.report.Words;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import java.nio.file.Path;
import java.util.Optional;

/** The end of a run: files, the report on the console, the exit code. */
final class Ending {

  private final Terminal terminal;
  private final Optional<Path> out;

  Ending(Terminal terminal, Optional<Path> out) {
    this.terminal = terminal;
    this.out = out;
  }

  /**
   * Writes everything.
   *
   * @param places where the histories are, if no files are written
   * @param withoutFiles what to say then, if not all is well
   * @return the exit code
   */
  int of(TckOutcome outcome, Places places, String withoutFiles) {
    terminal.endLine();
    Places all = out.map(Places::in).orElse(places);
    terminal.out().print(ConsoleReport.text(outcome, terminal.look(), all));
    terminal.out().flush();
    if (outcome.count(Verdict.NOT_OFFERED) > 0) {
      terminal
          .out()
          .println(
              "\n  What an address does not offer a test class can: see LeaseBackendTck in the"
                  + " documentation.");
    }
    if (out.isPresent()) {
      Reports.write(outcome, out.get());
      terminal
          .out()
          .println("\n  Files: " + out.get() + "; to look at: " + out.get().resolve(Reports.HTML));
    } else if (outcome.verdict() != Verdict.PASS && !withoutFiles.isEmpty()) {
      terminal.out().println("\n  " + withoutFiles);
    }
    int exit = Exit.of(outcome.verdict());
    String verdict = Words.of(outcome.verdict());
    terminal.out().println("\n  Verdict: " + verdict + " (exit code " + exit + ")");
    return exit;
  }
}
