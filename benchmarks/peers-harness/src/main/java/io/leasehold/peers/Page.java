package io.leasehold.peers;

import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes the page of the results: {@code Page OUT FILE ABOUT SUBJECT...}, where OUT is the folder
 * that {@link Play} wrote to, and ABOUT says where it ran.
 */
public final class Page {

  private static final String COMMAND = "scripts/peers.sh --only ";

  private static final String HEAD =
      """
      # Other libraries under the rules of the kit

      Locks on Redis that people use today, each behind a thin adapter, in scenes that need no look
      below a library: what applications asked, got, read and let go says all. Leasehold stands in
      the same scenes before the same judges, as a control.

      Read this fairly. These libraries do not promise what Leasehold promises; each is configured
      as well as we know how, with what its documentation says beside. A rule that asks for
      something which a library does not offer says nothing about it (–), and what a library lacks
      is listed apart. A failed rule says what happened here, not how often it happens to you.

      Where a library has no way to ask whether a lock is still held, and none to be told of its
      loss, a holder that has lost it works on without knowing. That is not counted under RACE-01,
      which goes by what holders were told: see what each does not offer.

      """;

  private final List<Outcome> outcomes;
  private final String about;
  private final StringBuilder text = new StringBuilder();

  private Page(List<Outcome> outcomes, String about) {
    this.outcomes = outcomes;
    this.about = about;
  }

  /** See above. */
  public static void main(String[] args) throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    for (String id : List.of(args).subList(3, args.length)) {
      outcomes.add(Outcome.read(Path.of(args[0], id + ".json")));
    }
    Path file = Path.of(args[1]).toAbsolutePath();
    Files.createDirectories(file.getParent());
    Files.writeString(file, new Page(outcomes, args[2]).text());
  }

  /** The whole page. */
  String text() {
    head();
    table();
    rules();
    outcomes.stream().skip(1).forEach(this::subject);
    outcomes.stream().limit(1).forEach(this::subject);
    notAsked();
    return text.toString();
  }

  private void line(String... parts) {
    text.append(String.join("", parts)).append('\n');
  }

  private void head() {
    int runs = outcomes.stream().mapToInt(one -> one.runs().size()).max().orElse(0);
    text.append(HEAD);
    line(String.valueOf(runs), runs == 1 ? " run" : " runs", " of each, on ", about, ".");
    line("");
    line("To repeat all of it: `scripts/peers.sh --runs 5 --page docs/results`; one cell:");
    line("`", COMMAND, "redisson-lock --rules LATE-11`.");
    line("Every event of every scene is then in `target/peers`.");
    line("");
  }

  private void table() {
    line(
        "| rule | ",
        outcomes.stream().map(Outcome::title).collect(Collectors.joining(" | ")),
        " |");
    line("|---|", "---|".repeat(outcomes.size()));
    for (Bout bout : Bouts.all()) {
      line(
          "| ",
          bout.id(),
          " | ",
          outcomes.stream().map(one -> cell(one, bout.id())).collect(Collectors.joining(" | ")),
          " |");
    }
    line("");
  }

  /** A verdict; with numbers where runs differ. */
  static String cell(Outcome outcome, String rule) {
    List<Outcome.Result> results = outcome.of(rule);
    if (results.isEmpty()) {
      return "–";
    }
    long failed = results.stream().filter(it -> it.verdict() == Verdict.FAIL).count();
    long kept = results.stream().filter(it -> it.verdict() == Verdict.PASS).count();
    if (kept == results.size()) {
      return "keeps";
    }
    if (failed == results.size()) {
      return "**fails**";
    }
    return failed > 0
        ? "**fails** " + failed + " of " + results.size()
        : "unknown " + (results.size() - kept) + " of " + results.size();
  }

  private void rules() {
    line("## The rules, and how each was asked");
    line("");
    for (Bout bout : Bouts.all()) {
      Rule rule = RuleCatalogue.rule(bout.id());
      line("- **", bout.id(), "** ", rule.text(), " *", bout.how(), "*");
    }
    line("");
  }

  private void subject(Outcome outcome) {
    line("## ", outcome.title());
    line("");
    line(outcome.library(), ". Configuration: ", outcome.configuration(), ".");
    if (!outcome.ownWords().isEmpty()) {
      line("");
      line("What its documentation says, shortened: ", outcome.ownWords());
    }
    if (!outcome.lacks().isEmpty()) {
      line("");
      line("What it does not offer:");
      line("");
      outcome.lacks().forEach(lack -> line("- ", lack));
    }
    List<String> rules = Bouts.all().stream().map(Bout::id).toList();
    List<String> failed =
        outcome.runs().stream()
            .flatMap(run -> run.results().stream())
            .filter(result -> result.verdict() == Verdict.FAIL)
            .map(Outcome.Result::id)
            .filter(rules::contains)
            .distinct()
            .toList();
    if (!failed.isEmpty()) {
      line("");
      line("What it does not keep:");
      line("");
      failed.forEach(rule -> failure(outcome, rule));
    }
    if (!outcome.left().isEmpty()) {
      line("");
      line("What says nothing about it:");
      line("");
      outcome.left().forEach((rule, why) -> line("- ", rule, ": ", why));
    }
    line("");
  }

  private void failure(Outcome outcome, String rule) {
    Outcome.Result first =
        outcome.of(rule).stream()
            .filter(result -> result.verdict() == Verdict.FAIL)
            .findFirst()
            .orElseThrow();
    line("- **", rule, "** ", RuleCatalogue.rule(rule).text());
    line("  Seen: ", plain(first.firstSeen()), more(first), ".");
    line("  Command: `", COMMAND, outcome.id(), " --rules ", rule, "`");
  }

  private static String more(Outcome.Result result) {
    return result.seen() > 1
        ? "; " + result.seen() + " such places among " + result.observations() + " that could be"
        : "";
  }

  /** Without names and owners, which differ from run to run. */
  static String plain(String seen) {
    return seen.replaceAll("\"tck-[0-9a-f]+-([a-z-]+)-\\d+\"", "a lock of the scene $1")
        .replaceAll(", owner [0-9a-f]{8}", "")
        .replaceAll(", token 0\\b", "")
        .replaceAll(", at [\\d.]+ ms$", "");
  }

  private void notAsked() {
    line("## Rules of the engine that no other library is asked");
    line("");
    NotAsked.byReason()
        .forEach((why, rules) -> line("- ", String.join(", ", rules), ": ", why, "."));
    line("");
    line("The rules of the SPI ask a backend, not a client, so that they say nothing about a");
    line("library that is used as a whole.");
  }
}
