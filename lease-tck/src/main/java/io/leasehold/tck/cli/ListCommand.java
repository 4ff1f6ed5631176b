package io.leasehold.tck.cli;

import io.leasehold.spi.LeaseBackendProvider;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleGroup;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.rules.ScenarioCatalogue;
import io.leasehold.tck.run.Choice;
import io.leasehold.tck.scenario.Scenario;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what there is. */
@Command(
    name = "list",
    description = "Shows the rules, the scenarios, or the backends that are found.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  lease-tck list",
      "  lease-tck list LOST-* RACE-01",
      "  lease-tck list scenarios",
      "  lease-tck list backends -cp lease-redis.jar:lib/*",
    })
final class ListCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "WHAT",
      arity = "0..*",
      description =
          "rules (default), scenarios, backends, or rules by ids, groups or patterns: these in full.")
  private List<String> what = new ArrayList<>();

  @Mixin private final ClassPathOption classPath = new ClassPathOption();

  ListCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try {
      switch (what.size() == 1 ? what.get(0) : what.isEmpty() ? "rules" : "") {
        case "rules" -> rules();
        case "scenarios" -> ScenarioCatalogue.scenarios().forEach(this::scenario);
        case "backends" -> backends();
        default -> Choice.rules(what).forEach(this::inFull);
      }
      return Exit.PASS;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
    }
  }

  private void rules() {
    for (RuleGroup group : RuleGroup.values()) {
      List<Rule> own =
          RuleCatalogue.rules().stream().filter(rule -> rule.group() == group).toList();
      if (!own.isEmpty()) {
        line(group + ": " + group.title());
        own.forEach(this::inShort);
      }
    }
  }

  private void inShort(Rule rule) {
    line(
        String.format(
            "  %-8s %-6s %-3s  %s",
            rule.id(), level(rule), rule.guarantee(), rule.text() + besides(rule)));
  }

  private static String level(Rule rule) {
    return rule.level().name().toLowerCase(Locale.ROOT);
  }

  private static String besides(Rule rule) {
    List<String> all = new ArrayList<>();
    if (!rule.scenarios().isEmpty()) {
      all.add("by " + names(rule.scenarios()));
    }
    if (!rule.needs().isEmpty()) {
      all.add("needs " + rule.needs().stream().sorted().map(Enum::name).collect(comma()));
    }
    return all.isEmpty() ? "" : all.stream().collect(Collectors.joining("; ", " (", ")"));
  }

  private void inFull(Rule rule) {
    line(rule.toString());
    line("  why:      " + rule.intent());
    line("  check:    " + rule.check());
    if (!rule.appliesIf().isEmpty()) {
      line("  only if:  " + rule.appliesIf());
    }
    if (!rule.needs().isEmpty()) {
      line("  needs:    " + rule.needs().stream().sorted().map(Enum::name).collect(comma()));
    }
    if (!rule.scenarios().isEmpty()) {
      line("  scenario: " + names(rule.scenarios()));
    }
  }

  private void scenario(Scenario scenario) {
    line(String.format("  %-22s %s", scenario, scenario.story()));
    if (!scenario.parameters().isEmpty()) {
      line(
          scenario.parameters().entrySet().stream()
              .map(it -> scenario + "." + it.getKey() + "=" + it.getValue())
              .collect(Collectors.joining(" ", " ".repeat(25) + "--set ", "")));
    }
    if (!scenario.needs().isEmpty()) {
      line(" ".repeat(25) + "needs " + scenario.needs().stream().map(Enum::name).collect(comma()));
    }
    List<String> ids =
        RuleCatalogue.ofEngine().stream()
            .filter(rule -> rule.scenarios().contains(scenario))
            .map(Rule::id)
            .toList();
    line(" ".repeat(25) + "proves " + String.join(" ", ids));
  }

  private void backends() {
    classPath.install();
    Iterator<ServiceLoader.Provider<LeaseBackendProvider>> all =
        ServiceLoader.load(LeaseBackendProvider.class).stream().iterator();
    boolean more = true;
    while (more) {
      try {
        more = all.hasNext();
        if (more) {
          backend(all.next().get());
        }
      } catch (ServiceConfigurationError e) {
        line("  broken: " + e.getMessage());
      }
    }
  }

  private void backend(LeaseBackendProvider provider) {
    line(
        String.format(
            "  %-12s %-24s %s%s",
            provider.id(),
            provider.schemes().stream().sorted().map(scheme -> scheme + ":").collect(comma()),
            provider.artifact(),
            provider.defaultUri().map(uri -> ", by default " + uri).orElse("")));
  }

  private static String names(List<Scenario> scenarios) {
    return scenarios.stream().map(Scenario::name).collect(comma());
  }

  private static Collector<CharSequence, ?, String> comma() {
    return Collectors.joining(", ");
  }

  private void line(String line) {
    terminal.out().println(line);
  }
}
