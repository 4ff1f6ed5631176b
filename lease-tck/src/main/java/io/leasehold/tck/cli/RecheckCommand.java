package io.leasehold.tck.cli;

import io.leasehold.spi.WallClock;
import io.leasehold.tck.history.BadHistoryException;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.HistoryFile;
import io.leasehold.tck.report.Places;
import io.leasehold.tck.report.Reports;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.About;
import io.leasehold.tck.run.Choice;
import io.leasehold.tck.run.Played;
import io.leasehold.tck.run.Recheck;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Judges saved histories again. */
@Command(
    name = "recheck",
    description = "Judges saved histories again, without their store.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Exit codes: 0 pass, 1 fail, 2 unknown, 3 usage, 4 fault of the kit itself.",
      "",
      "Examples:",
      "  lease-tck recheck results/histories/race-7.jsonl",
      "  lease-tck recheck results --rules RACE-01 --out again",
    })
final class RecheckCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final List<String> args;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Histories of one run (.jsonl), or the folder that run --out made.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--rules",
      paramLabel = "RULE",
      split = ",",
      description = "Only these: ids, groups or patterns, such as RACE-01,LOST-*.")
  private Set<String> rules = new LinkedHashSet<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Writes reports and histories there, as run does.")
  private Optional<Path> out = Optional.empty();

  RecheckCommand(Terminal terminal, List<String> args) {
    this.terminal = terminal;
    this.args = args;
  }

  @Override
  public Integer call() {
    Map<History, Path> histories = read();
    List<History> inOrder =
        histories.keySet().stream().sorted(Comparator.comparing(RecheckCommand::end)).toList();
    Recheck recheck = recheck(inOrder);
    Set<Rule> wanted = Set.copyOf(wanted());
    List<RuleResult> results =
        recheck.judge(wanted::contains).stream()
            .filter(result -> result.verdict() != Verdict.UNKNOWN || isAtHome(result, recheck))
            .toList();
    if (results.isEmpty()) {
      throw refused("no rule that was asked for is judged by these histories; see list scenarios");
    }
    TckOutcome outcome =
        new TckOutcome(
            inOrder.size() + (inOrder.size() == 1 ? " history" : " histories") + " judged again",
            recheck.traits(),
            recheck.played().get(0).seed(),
            WallClock.now(),
            recheck.played().stream().map(Played::took).reduce(Duration.ZERO, Duration::plus),
            results,
            recheck.played(),
            About.run(Masks.command(args)));
    return new Ending(terminal, out)
        .of(
            outcome,
            new Places(
                play -> play.history().map(histories::get).map(Path::toString), Optional.empty()),
            "");
  }

  /** A rule that reads a scenario only besides may see nothing decisive there; that is no news. */
  private static boolean isAtHome(RuleResult result, Recheck recheck) {
    return recheck.played().stream()
        .anyMatch(play -> play.scenario().equals(result.rule().scenarios().get(0)));
  }

  private List<Rule> wanted() {
    try {
      return rules.isEmpty() ? RuleCatalogue.rules() : Choice.rules(rules);
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  /** The run judged them in the order in which they ended. */
  private static long end(History history) {
    List<Event> events = history.events();
    return events.get(events.size() - 1).at();
  }

  private Map<History, Path> read() {
    Map<History, Path> histories = new HashMap<>();
    for (Path given : files) {
      for (Path file : filesOf(given)) {
        try {
          histories.put(HistoryFile.read(file), file);
        } catch (BadHistoryException e) {
          throw refused(file + " is not a history of this kit: " + e.getMessage());
        } catch (IOException e) {
          throw refused(file + " cannot be read: " + e);
        }
      }
    }
    return histories;
  }

  private List<Path> filesOf(Path given) {
    if (!Files.isDirectory(given)) {
      if (!Files.exists(given)) {
        throw refused("there is no file \"" + given + "\"; run --out DIR writes DIR/histories/");
      }
      return List.of(given);
    }
    Path inside = given.resolve(Reports.HISTORIES);
    Path folder = Files.isDirectory(inside) ? inside : given;
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> found = all.filter(file -> file.toString().endsWith(".jsonl")).sorted().toList();
      if (found.isEmpty()) {
        throw refused("no history (.jsonl) is in \"" + folder + "\"");
      }
      return found;
    } catch (IOException e) {
      throw refused(folder + " cannot be read: " + e);
    }
  }

  private Recheck recheck(List<History> inOrder) {
    try {
      return Recheck.ofHistories(inOrder);
    } catch (BadHistoryException e) {
      throw refused("not a history of this kit: " + e.getMessage());
    }
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
