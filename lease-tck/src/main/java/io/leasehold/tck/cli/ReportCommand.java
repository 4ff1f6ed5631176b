package io.leasehold.tck.cli;

import io.leasehold.tck.report.MarkdownReport;
import io.leasehold.tck.report.SavedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sets runs side by side. */
@Command(
    name = "report",
    description = "Prints several runs side by side, as a table in Markdown.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n",
    footer = {"", "Example:", "  lease-tck report Redis=results/redis results/file > matrix.md"})
final class ReportCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "[NAME=]DIR",
      arity = "1..*",
      description =
          "Folders that run --out made, or their report.json; NAME heads the column, in place of"
              + " the store.")
  private List<String> runs = new ArrayList<>();

  ReportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Map<String, SavedRun> columns = new LinkedHashMap<>();
    for (String given : runs) {
      int equals = Files.exists(Path.of(given)) ? -1 : given.indexOf('=');
      Path folder = Path.of(given.substring(equals + 1));
      SavedRun run = read(folder);
      String heading = equals < 0 ? run.store() : given.substring(0, equals);
      columns.put(columns.containsKey(heading) ? heading + " (" + folder + ")" : heading, run);
    }
    terminal.out().print(MarkdownReport.matrix(columns));
    return Exit.PASS;
  }

  private SavedRun read(Path folder) {
    try {
      return SavedRun.read(folder);
    } catch (IllegalArgumentException | IOException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
    }
  }
}
