package io.leasehold.peers;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.run.EngineRun;
import io.leasehold.tck.run.Played;
import io.leasehold.tck.run.Progress;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.scenario.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Puts subjects under the rules and writes what came out: {@code Play OUT RUNS SEED RULES
 * CALL_TIMEOUT SUBJECT...}, where RULES is "all" or ids with commas between them, and CALL_TIMEOUT
 * the bound of a call in milliseconds, from which every other time follows.
 */
public final class Play {

  private final Path out;
  private final int runs;
  private final long seed;
  private final Set<String> wanted;
  private final Duration callTimeout;

  private Play(Path out, int runs, long seed, Set<String> wanted, Duration callTimeout) {
    this.out = out;
    this.runs = runs;
    this.seed = seed;
    this.wanted = wanted;
    this.callTimeout = callTimeout;
  }

  /** See above; exits, because libraries leave threads behind. */
  public static void main(String[] args) throws IOException {
    Play play =
        new Play(
            Path.of(args[0]),
            Integer.parseInt(args[1]),
            Long.parseLong(args[2]),
            Set.of(args[3].split(",")),
            Duration.ofMillis(Long.parseLong(args[4])));
    for (String id : List.of(args).subList(5, args.length)) {
      play.subject(Subject.named(id));
    }
    System.exit(0);
  }

  private void subject(Subject subject) throws IOException {
    List<Outcome.Run> all = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      all.add(run(subject, seed + 100L * i));
    }
    Files.createDirectories(out);
    Outcome.of(subject, all).write(out.resolve(subject.id() + ".json"));
  }

  private Outcome.Run run(Subject subject, long with) throws IOException {
    List<Rule> rules =
        subject.bouts().stream()
            .filter(bout -> wanted.contains("all") || wanted.contains(bout.id()))
            .map(Bout::rule)
            .toList();
    long begin = LeaseClock.system().nanos();
    try (SubjectFixture fixture = new SubjectFixture(subject.scheme())) {
      EngineRun run =
          new EngineRun(
              fixture,
              traits(fixture),
              rules,
              Settings.quick().callTimeout(callTimeout),
              with,
              Progress.NONE);
      List<RuleResult> results = run.run(() -> false);
      Duration took = Duration.ofNanos(LeaseClock.system().nanos() - begin);
      Outcome.Run outcome = Outcome.Run.of(with, took, results);
      say(subject, outcome);
      histories(subject, with, run.played());
      return outcome;
    }
  }

  private static BackendTraits traits(TckFixture fixture) {
    try (LeaseBackend backend = fixture.connect()) {
      return backend.traits();
    }
  }

  private static void say(Subject subject, Outcome.Run run) {
    System.out.printf(
        "%s, seed %d: %.1f s%n", subject.title(), run.seed(), run.took().toMillis() / 1e3);
    run.results()
        .forEach(
            result ->
                System.out.printf(
                    "  %-8s %-8s %3d  %s%n",
                    result.id(), result.verdict(), result.observations(), result.firstSeen()));
  }

  /** For who wants to look closer: every event of every scene, one a line. */
  private void histories(Subject subject, long with, List<Played> played) throws IOException {
    Path folder = Files.createDirectories(out.resolve(subject.id() + "-" + with));
    for (Played play : played) {
      Optional<List<String>> lines =
          play.history()
              .map(
                  history ->
                      history.events().stream()
                          .map(event -> HistoryText.line(history, event))
                          .toList());
      if (!play.why().isEmpty()) {
        System.out.printf("  %s: %s%n", play.scenario().name(), play.why());
      }
      if (lines.isPresent()) {
        Files.write(
            folder.resolve(play.scenario().name() + "-" + play.seed() + ".txt"), lines.get());
      }
    }
  }
}
