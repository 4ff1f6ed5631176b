package io.leasehold.tck.run;

import io.leasehold.spi.BackendTraits;
import io.leasehold.tck.history.BadHistoryException;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.HistoryFile;
import io.leasehold.tck.history.SavedTraits;
import io.leasehold.tck.history.What;
import io.leasehold.tck.rule.Proof;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.rules.ScenarioCatalogue;
import io.leasehold.tck.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Judges saved histories again: with the same rules the verdict is that of the run, with newer ones
 * it is what they make of it.
 */
public final class Recheck {

  private final BackendTraits traits;
  private final List<Played> plays;

  private Recheck(BackendTraits traits, List<Played> plays) {
    this.traits = traits;
    this.plays = plays;
  }

  /**
   * Reads the histories of one run, in the order in which they were played.
   *
   * @throws IOException if a file cannot be read
   * @throws BadHistoryException if one is no history, or of a scenario that this kit does not have
   */
  public static Recheck of(List<Path> files) throws IOException {
    List<History> histories = new ArrayList<>();
    for (Path file : files) {
      histories.add(HistoryFile.read(file));
    }
    return ofHistories(histories);
  }

  /**
   * The same with histories that were read already.
   *
   * @throws BadHistoryException if one is of a scenario that this kit does not have
   */
  public static Recheck ofHistories(List<History> histories) {
    if (histories.isEmpty()) {
      throw new IllegalArgumentException("there is no history to judge");
    }
    return new Recheck(
        traits(histories.get(0).scenario()), histories.stream().map(Recheck::played).toList());
  }

  /** What the backend declared when the first of them was played. */
  public BackendTraits traits() {
    return traits;
  }

  /** The plays. */
  public List<Played> played() {
    return plays;
  }

  /**
   * Judges.
   *
   * @param wanted which rules; of these every one that reads one of the histories
   * @return one result per rule, in the order of the catalogue
   */
  public List<RuleResult> judge(Predicate<Rule> wanted) {
    return RuleCatalogue.ofEngine().stream()
        .filter(wanted.and(this::reads))
        .map(this::result)
        .toList();
  }

  private boolean reads(Rule rule) {
    return plays.stream().anyMatch(play -> scenariosOf(rule).contains(play.scenario()));
  }

  private RuleResult result(Rule rule) {
    List<Played> own =
        plays.stream().filter(play -> scenariosOf(rule).contains(play.scenario())).toList();
    boolean whole =
        own.stream().map(Played::history).flatMap(Optional::stream).allMatch(History::isWhole);
    return whole
        ? HistoryVerdict.recheck(rule, traits, own)
        : HistoryVerdict.undecided(
            rule, "a history ends before its last event, so nobody knows what is missing");
  }

  private static List<Scenario> scenariosOf(Rule rule) {
    return ((Proof.Histories) rule.proof()).scenarios();
  }

  private static Played played(History history) {
    Event first = history.scenario();
    Event last = history.all(What.END).stream().findFirst().orElse(first);
    return new Played(
        scenario(first),
        first.number("seed"),
        Optional.of(history),
        last.fact("why"),
        Duration.ofNanos(last.number("took")));
  }

  private static Scenario scenario(Event first) {
    try {
      return ScenarioCatalogue.scenario(first.fact("scenario"));
    } catch (IllegalArgumentException e) {
      throw new BadHistoryException(1, String.valueOf(e.getMessage()));
    }
  }

  private static BackendTraits traits(Event first) {
    try {
      return SavedTraits.of(first);
    } catch (IllegalArgumentException e) {
      throw new BadHistoryException(
          1, "what the backend declares is incomplete: " + e.getMessage());
    }
  }
}
