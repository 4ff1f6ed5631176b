package io.leasehold.tck.report.html;

import io.leasehold.spi.LeaseBackend;
import io.leasehold.tck.MemoryInRealTime;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.mutants.engine.EngineMutant;
import io.leasehold.tck.mutants.engine.EngineMutants;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.EngineRun;
import io.leasehold.tck.run.Progress;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckOutcome;
import io.leasehold.tck.run.TckRun;
import io.leasehold.tck.scenario.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes pages to look at: of the memory store, and of a broken engine on it. Arguments: a folder,
 * and the names of mutants.
 */
final class HtmlSamples {

  private HtmlSamples() {}

  public static void main(String[] args) throws Exception {
    Path out = Files.createDirectories(Path.of(args[0]));
    if (args.length == 1) {
      HtmlReport.write(run(new MemoryInRealTime(), "memory"), out.resolve("good.html"));
    }
    for (int i = 1; i < args.length; i++) {
      String name = args[i];
      EngineMutant mutant =
          EngineMutants.ALL.stream()
              .filter(one -> one.name().equals(name))
              .findFirst()
              .orElseThrow();
      HtmlReport.write(run(new Broken(mutant), mutant.toString()), out.resolve(name + ".html"));
    }
    System.exit(0);
  }

  private static TckOutcome run(MemoryInRealTime fixture, String store) {
    boolean whole = store.equals("memory");
    try (LeaseBackend backend = fixture.connect(Duration.ofMillis(300))) {
      long begin = System.nanoTime();
      Instant began = Instant.now();
      List<Rule> rules = new ArrayList<>(whole ? RuleCatalogue.rules() : RuleCatalogue.ofEngine());
      rules.add(Showcase.RULE);
      List<RuleResult> results = new ArrayList<>(new TckRun(fixture, rules).run());
      EngineRun engine =
          new EngineRun(
              fixture, backend.traits(), rules, Settings.quick(), 20260501, Progress.NONE);
      results.addAll(engine.run(() -> false));
      Map<String, String> about = new LinkedHashMap<>();
      about.put("Machine", Runtime.getRuntime().availableProcessors() + " processors, Linux");
      about.put("Java", Runtime.version().toString());
      about.put("Command", "lease-tck run memory: --seed 20260501");
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      return new TckOutcome(
          store, backend.traits(), 20260501, began, took, results, engine.played(), about);
    }
  }

  private static final class Broken extends MemoryInRealTime {
    private final EngineMutant mutant;

    Broken(EngineMutant mutant) {
      this.mutant = mutant;
    }

    @Override
    public LeaseBackend connect(Duration callTimeout) {
      return mutant.backend().apply(super.connect(callTimeout));
    }

    @Override
    public ClientFactory clients() {
      return mutant.clients();
    }
  }
}
