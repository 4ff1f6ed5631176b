package io.leasehold.tck.cli;

import io.leasehold.tck.run.About;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of the kit. */
@Command(
    name = "lease-tck",
    description = "Proves that a store keeps what a lease promises.",
    subcommands = {ListCommand.class, RunCommand.class, RecheckCommand.class, ReportCommand.class},
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Exit codes: 0 pass, 1 fail, 2 unknown, 3 usage, 4 fault of the kit itself.",
      "",
      "Examples:",
      "  java -jar lease-tck-all.jar run redis://localhost:6379 \\",
      "      --classpath lease-redis.jar:lib/* --out results",
      "  java -jar lease-tck-all.jar run memory:kit --rules RACE,ACQ-01,LOST-*",
      "  java -jar lease-tck-all.jar recheck results/histories/race-7.jsonl",
    })
public final class Main implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  /** For picocli. */
  public Main() {}

  /** Runs a command and ends this JVM with its exit code. */
  public static void main(String[] args) {
    System.exit(run(Terminal.system(), args));
  }

  /** Runs a command. */
  static int run(Terminal terminal, String... args) {
    CommandLine line = commands(terminal, args);
    try {
      return line.execute(args);
    } catch (RuntimeException | Error e) { // picocli hands on errors, and what it cannot handle
      return new OwnFault(terminal, List.of(args)).told(e, Optional.empty());
    }
  }

  static CommandLine commands(Terminal terminal, String... args) {
    CommandLine line = new CommandLine(new Main(), new Commands(terminal, List.of(args)));
    line.setOut(terminal.writer());
    line.setErr(terminal.errorWriter());
    line.setExpandAtFiles(false);
    line.setUsageHelpAutoWidth(false);
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setParameterExceptionHandler((e, given) -> misused(e, terminal, given));
    line.setExecutionExceptionHandler(
        (e, command, parsed) -> {
          Optional<Path> folder =
              command.getCommand() instanceof RunCommand run ? run.out() : Optional.empty();
          return new OwnFault(terminal, List.of(args)).told(e, folder);
        });
    return line;
  }

  /** Says what is wrong; arguments that could hold a password are shown masked. */
  private static int misused(ParameterException e, Terminal terminal, String... args) {
    CommandLine command = e.getCommandLine();
    String message = Masks.masked(String.valueOf(e.getMessage()), Arrays.asList(args));
    terminal.err().println(message);
    UnmatchedArgumentException.printSuggestions(e, command.getErr());
    terminal.err().println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
    return Exit.USAGE;
  }

  /** Without a command there is nothing to do but to say what there is. */
  @Override
  public void run() {
    CommandSpec own = spec;
    if (own != null) {
      throw new ParameterException(
          own.commandLine(), "no command is given; there are list, run, recheck and report");
    }
  }

  /** The kit's version, and its commit if it is known. */
  static final class Version implements IVersionProvider {

    Version() {}

    @Override
    public String[] getVersion() {
      return new String[] {About.kit()};
    }
  }
}
