package io.leasehold.tck.cli;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.tck.fixture.UriFixture;
import io.leasehold.tck.report.Places;
import io.leasehold.tck.report.Words;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.About;
import io.leasehold.tck.run.Choice;
import io.leasehold.tck.run.Kit;
import io.leasehold.tck.run.Plan;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Judges a store by its address. */
@Command(
    name = "run",
    description = "Runs the rules against the store with this address.",
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
      "  lease-tck run memory:kit",
      "  lease-tck run redis://localhost:6379 -cp lease-redis.jar:lib/* --out results",
      "  lease-tck run file:/tmp/x -cp my.jar --scenario race --seed 7 --minutes 10",
    })
final class RunCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final List<String> args;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "URI",
      description =
          "The store, as LeaseClient.open(uri) takes it. A host and a port let the kit make faults"
              + " of the network.")
  private String uri = "";

  @Option(
      names = "--rules",
      paramLabel = "RULE",
      split = ",",
      description = "Only these: ids, groups or patterns, such as ACQ-01,RACE,LOST-*.")
  private Set<String> rules = new LinkedHashSet<>();

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      split = ",",
      description = "Only what these scenarios prove: names or patterns.")
  private Set<String> scenarios = new LinkedHashSet<>();

  @Option(
      names = "--set",
      paramLabel = "NAME=N",
      split = ",",
      converter = {AsIs.class, Values.WholeNumber.class},
      description = "Numbers of scenarios, such as race.clients=8; see list scenarios.")
  private Map<String, Integer> numbers = new LinkedHashMap<>();

  @Option(
      names = "--seed",
      paramLabel = "N",
      converter = Values.Seed.class,
      description =
          "Of all chances; the same seed plays the same again. Default: another each time.")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--minutes",
      paramLabel = "N",
      converter = Values.Minutes.class,
      description = "Repeats everything with further seeds for so long. Default: once.")
  private Optional<Duration> minutes = Optional.empty();

  @Option(
      names = "--call-timeout",
      paramLabel = "TIME",
      converter = Values.CallTimeout.class,
      description =
          "Bound of every call, such as 500ms. Default: 1s for rules, 300ms in scenarios.")
  private Optional<Duration> callTimeout = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Writes reports (HTML, JSON, JUnit XML, Markdown) and histories there, in place of those"
              + " of a former run.")
  private Optional<Path> out = Optional.empty();

  @Mixin private final ClassPathOption classPath = new ClassPathOption();

  RunCommand(Terminal terminal, List<String> args) {
    this.terminal = terminal;
    this.args = args;
  }

  Optional<Path> out() {
    return out;
  }

  @Override
  public Integer call() {
    try {
      return judged();
    } catch (Error e) { // picocli hands on exceptions only
      return new OwnFault(terminal, args).told(e, out);
    }
  }

  private int judged() {
    Plan plan = plan();
    prepareFolder();
    Logs.to(out);
    try (UriFixture fixture = open()) {
      terminal.err().println("Leasehold TCK: " + summary(plan, fixture));
      TckOutcome outcome =
          new Kit(
                  fixture,
                  fixture.masked(),
                  plan,
                  About.run(Masks.command(args)),
                  new ProgressLine(terminal, plan.time()))
              .run();
      return new Ending(terminal, out)
          .of(
              outcome,
              Places.NONE,
              "For the histories and a page to look at, run it again with --seed "
                  + plan.seed()
                  + " --out DIR.");
    }
  }

  private static String summary(Plan plan, UriFixture fixture) {
    long scenarios =
        plan.rules().stream().map(Rule::scenarios).flatMap(List::stream).distinct().count();
    return Words.many(plan.rules().size(), "rule")
        + ", "
        + Words.many(scenarios, "scenario")
        + ", seed "
        + plan.seed()
        + (plan.time().isZero() ? "" : ", for " + plan.time().toSeconds() + " s")
        + ", on "
        + fixture.masked();
  }

  private Plan plan() {
    try {
      List<Rule> chosen = rules.isEmpty() ? RuleCatalogue.rules() : Choice.rules(rules);
      Plan plan = Plan.quick().rules(chosen);
      if (!scenarios.isEmpty()) {
        List<Scenario> named = Choice.scenarios(scenarios);
        plan = plan.scenarios(named);
        if (plan.rules().isEmpty()) {
          throw new IllegalArgumentException(
              "no rule of --rules "
                  + rules
                  + " is judged by --scenario "
                  + scenarios
                  + "; see list scenarios");
        }
      }
      Set<Scenario> played = new LinkedHashSet<>();
      plan.rules().forEach(rule -> played.addAll(rule.scenarios()));
      Choice.requireParameters(numbers, played);
      Settings settings = Settings.quick().with(numbers);
      return plan.settings(callTimeout.map(settings::callTimeout).orElse(settings))
          .seed(seed.orElse(plan.seed()))
          .time(minutes.orElse(Duration.ZERO));
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private void prepareFolder() {
    if (out.isEmpty()) {
      return;
    }
    try {
      Files.createDirectories(out.get());
    } catch (IOException e) {
      throw refused("--out: no folder \"" + out.get() + "\" can be made: " + e);
    }
    if (!Files.isWritable(out.get())) {
      throw refused("--out: nothing can be written to \"" + out.get() + "\"");
    }
  }

  private UriFixture open() {
    try {
      classPath.install();
      return UriFixture.of(uri, callTimeout);
    } catch (LeaseConfigurationException e) {
      throw refused(e.code() == ErrorCode.UNKNOWN_SCHEME ? unserved(e) : e.getMessage());
    } catch (BackendUnavailableException | IllegalArgumentException e) {
      throw refused(e.getMessage());
    } catch (LinkageError e) {
      throw refused(
          "the backend of \""
              + uri
              + "\" lacks a class: "
              + e
              + "\nPut everything that it needs at run time into --classpath, its driver before all.");
    } catch (RuntimeException e) {
      throw refused("the backend of \"" + uri + "\" could not connect, it threw " + e);
    }
  }

  /** The library knows which artifact would serve it. */
  private String unserved(LeaseConfigurationException told) {
    try (LeaseClient client = LeaseClient.open(uri)) {
      return told.getMessage() + " (but " + client + " opens)";
    } catch (RuntimeException e) {
      return e.getMessage() + "\nPut the backend's jar and its driver into --classpath.";
    }
  }

  private ParameterException refused(@Nullable String message) {
    return new ParameterException(spec.commandLine(), Masks.masked(String.valueOf(message), args));
  }
}
