package io.leasehold.tck.run;

import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.rule.Rule;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a backend's author has stated in advance, so that nothing is left out in silence: the rules
 * that do not apply, the abilities that the fixture does not offer, the rules waived.
 *
 * @param notApplicable ids of rules that do not apply to this backend
 * @param notOffered abilities that the fixture does not offer
 * @param waivers rules known to be broken
 * @param today the day by which waivers are judged
 */
public record Expectations(
    Set<String> notApplicable, Set<Ability> notOffered, List<Waiver> waivers, LocalDate today) {

  /** Turns a broken rule with a valid waiver into a waived one. */
  public RuleResult waive(RuleResult result) {
    Optional<Waiver> waiver = waiverOf(result.rule());
    if (waiver.isEmpty() || result.verdict() != Verdict.FAIL) {
      return result;
    }
    if (waiver.get().until().isBefore(today)) {
      String note = "\n  waiver:   ended on " + waiver.get().until();
      return with(result, Verdict.FAIL, result.message() + note);
    }
    String why = "waived until " + waiver.get().until() + ": " + waiver.get().reason();
    return with(result, Verdict.WAIVED, why);
  }

  /** What is wrong with a result, empty if it is a pass or was stated in advance. */
  public Optional<String> fault(RuleResult result) {
    Rule rule = result.rule();
    String message = result.message();
    boolean statedNotApplicable = notApplicable.contains(rule.id());
    boolean statedNotOffered = rule.needs().stream().anyMatch(notOffered::contains);
    if (statedNotApplicable && result.verdict() != Verdict.NOT_APPLICABLE) {
      return Optional.of(appliesAllTheSame(result));
    }
    return switch (result.verdict()) {
      case PASS -> waiverOf(rule).map(waiver -> rule + "\n  passed: remove its waiver");
      case WAIVED -> Optional.empty();
      case NOT_APPLICABLE ->
          statedNotApplicable
              ? Optional.empty()
              : Optional.of(
                  rule + "\n  does not apply: " + message + ".\n  State it in notApplicable().");
      case NOT_OFFERED ->
          statedNotOffered
              ? Optional.empty()
              : Optional.of(
                  rule + "\n  cannot be judged: " + message + ".\n  State it in notOffered().");
      case FAIL, UNKNOWN -> Optional.of(message);
    };
  }

  /** The runner asks the traits first: whatever else came out, the rule applies. */
  private static String appliesAllTheSame(RuleResult result) {
    Rule rule = result.rule();
    String applies =
        (rule.appliesIf().isEmpty() ? "applies to every backend" : "applies: " + rule.appliesIf())
            + "; take it out of notApplicable()";
    return switch (result.verdict()) {
      case FAIL, UNKNOWN -> result.message() + "\n  it " + applies;
      case NOT_OFFERED -> rule + "\n  " + applies + ". Here " + result.message();
      default -> rule + "\n  " + applies;
    };
  }

  /**
   * A line for the console: what {@code notApplicable()} has to return yet.
   *
   * @param results of a whole run
   * @return empty if nothing is missing
   */
  public String toState(List<RuleResult> results) {
    return notApplicableToState(results)
        .map(ids -> "  not stated yet, if your traits are right: notApplicable(): " + ids + "\n")
        .orElse("");
  }

  /**
   * The whole of what {@code notApplicable()} has to return, as Java; empty if nothing is missing.
   *
   * @param results of a whole run
   */
  Optional<String> notApplicableToState(List<RuleResult> results) {
    List<String> found =
        results.stream()
            .filter(result -> result.verdict() == Verdict.NOT_APPLICABLE)
            .map(result -> result.rule().id())
            .toList();
    return notApplicable.containsAll(found)
        ? Optional.empty()
        : Optional.of(found.stream().collect(Collectors.joining("\", \"", "Set.of(\"", "\")")));
  }

  private Optional<Waiver> waiverOf(Rule rule) {
    return waivers.stream().filter(waiver -> waiver.ruleId().equals(rule.id())).findFirst();
  }

  /**
   * What is wrong with the statements themselves.
   *
   * @param rules that are run: only what they need has to be offered or stated
   * @param offered what the fixture offers
   */
  public List<String> faults(List<Rule> rules, Set<Ability> offered) {
    List<String> faults = new ArrayList<>();
    Set<String> unknown = new TreeSet<>(notApplicable);
    waivers.forEach(waiver -> unknown.add(waiver.ruleId()));
    rules.forEach(rule -> unknown.remove(rule.id()));
    if (!unknown.isEmpty()) {
      faults.add("notApplicable() or waivers() name rules that do not exist: " + unknown);
    }
    Set<Ability> both = new TreeSet<>(notOffered);
    both.retainAll(offered);
    if (!both.isEmpty()) {
      faults.add("notOffered() names abilities that the fixture offers: " + both);
    }
    Set<Ability> neither = new TreeSet<>();
    rules.forEach(rule -> neither.addAll(rule.needs()));
    neither.removeAll(offered);
    neither.removeAll(notOffered);
    if (!neither.isEmpty()) {
      faults.add(
          "abilities that the fixture does not offer; state them in notOffered(): " + neither);
    }
    return faults;
  }

  private static RuleResult with(RuleResult result, Verdict verdict, String message) {
    return new RuleResult(
        result.rule(),
        verdict,
        result.observations(),
        message,
        result.error(),
        result.took(),
        result.moments());
  }
}
