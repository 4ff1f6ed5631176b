package io.leasehold.tck.rule;

import io.leasehold.spi.BackendTraits;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.judge.Judge;
import io.leasehold.tck.scenario.Scenario;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * One sentence that a backend has to keep, and the code that judges it.
 *
 * @param id group and number, such as {@code REL-02}; never given to another rule
 * @param level how much a failure weighs
 * @param guarantee the promise it belongs to
 * @param text the rule in one sentence
 * @param intent why it exists: what goes wrong without it
 * @param check where to look when a backend fails it
 * @param needs what the fixture has to be able to do
 * @param alone whether it may leave the store in a state that misleads other rules
 * @param appliesIf the trait in words, empty if it applies to every backend
 * @param applies the trait
 * @param proof how it is judged
 */
public record Rule(
    String id,
    Level level,
    Guarantee guarantee,
    String text,
    String intent,
    String check,
    Set<Ability> needs,
    boolean alone,
    String appliesIf,
    Predicate<BackendTraits> applies,
    Proof proof) {

  /** The group that the id names. */
  public RuleGroup group() {
    return RuleGroup.valueOf(id.substring(0, id.indexOf('-')));
  }

  /** Whether it is about the engine, and judged by histories. */
  public boolean isOfEngine() {
    return proof instanceof Proof.Histories;
  }

  /** The scenarios whose histories judge it; none for a rule that asks the backend itself. */
  public List<Scenario> scenarios() {
    return proof instanceof Proof.Histories histories ? histories.scenarios() : List.of();
  }

  /** The same rule of the engine, judged by some of its scenarios only. */
  public Rule judgedBy(List<Scenario> some) {
    Proof.Histories histories = (Proof.Histories) proof;
    return new Rule(
        id,
        level,
        guarantee,
        text,
        intent,
        check,
        some.get(0).needs(),
        alone,
        appliesIf,
        applies,
        new Proof.Histories(histories.judge(), some));
  }

  /** Whether it disturbs the whole store, so that no other rule may run meanwhile. */
  public boolean exclusive() {
    return alone
        || needs.stream().anyMatch(a -> a != Ability.DELETE_RECORD && a != Ability.PAUSE_CLIENT);
  }

  /** Starts a rule that every backend has to keep. */
  public static Draft must(String id, Guarantee guarantee, String text) {
    return new Draft(id, Level.MUST, guarantee, text);
  }

  /** Starts a rule that a good backend keeps. */
  public static Draft should(String id, Guarantee guarantee, String text) {
    return new Draft(id, Level.SHOULD, guarantee, text);
  }

  /** Starts a rule that is judged over many tries. */
  public static Draft stochastic(String id, Guarantee guarantee, String text) {
    return new Draft(id, Level.STOCHASTIC, guarantee, text);
  }

  @Override
  public String toString() {
    return id + " [" + level + ", " + guarantee + " " + guarantee.title() + "] " + text;
  }

  /** A rule being written. */
  public static final class Draft {
    private final String id;
    private final Level level;
    private final Guarantee guarantee;
    private final String text;
    private final Set<Ability> needs = new TreeSet<>();
    private boolean alone;
    private String intent = "";
    private String check = "";
    private String appliesIf = "";
    private Predicate<BackendTraits> applies = traits -> true;

    private Draft(String id, Level level, Guarantee guarantee, String text) {
      this.id = id;
      this.level = level;
      this.guarantee = guarantee;
      this.text = text;
    }

    /** What goes wrong without the rule. */
    public Draft why(String value) {
      intent = value;
      return this;
    }

    /** Where to look when a backend fails it. */
    public Draft check(String value) {
      check = value;
      return this;
    }

    /** What the fixture has to be able to do. */
    public Draft needs(Ability... abilities) {
      needs.addAll(Set.of(abilities));
      return this;
    }

    /** What it may do to the store would mislead other rules: they do not run beside it. */
    public Draft alone() {
      alone = true;
      return this;
    }

    /** The trait without which the rule says nothing, in words and as a test. */
    public Draft onlyIf(String words, Predicate<BackendTraits> trait) {
      appliesIf = words;
      applies = trait;
      return this;
    }

    /** Ends the rule with its code. */
    public Rule judge(RuleBody body) {
      return judged(new Proof.Calls(body));
    }

    /** Ends the rule with the judge of its scenarios' histories; the first has to be playable. */
    public Rule judge(Judge judge, Scenario first, Scenario... more) {
      List<Scenario> scenarios = new ArrayList<>(List.of(first));
      scenarios.addAll(List.of(more));
      needs.addAll(first.needs());
      return judged(new Proof.Histories(judge, scenarios));
    }

    private Rule judged(Proof proof) {
      return new Rule(
          id,
          level,
          guarantee,
          text,
          intent,
          check,
          Collections.unmodifiableSet(new TreeSet<>(needs)),
          alone,
          appliesIf,
          applies,
          proof);
    }
  }
}
