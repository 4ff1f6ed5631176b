package io.leasehold.tck.run;

import io.leasehold.spi.OwnerToken;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a run of the kit is to do.
 *
 * @param rules to judge, in the catalogue's order
 * @param besides ids of rules that are told of only if they saw something decisive: the scenarios
 *     that are played are not the first of theirs
 * @param settings how scenarios are played
 * @param seed of the first play of each scenario; later plays count on from it
 * @param time for how long everything is repeated; zero for once
 */
public record Plan(
    List<Rule> rules, Set<String> besides, Settings settings, long seed, Duration time) {

  /** Keeps a copy. */
  public Plan {
    rules = List.copyOf(rules);
    besides = Set.copyOf(besides);
  }

  /** Every rule once, in the quick profile, with chances of its own. */
  public static Plan quick() {
    return new Plan(RuleCatalogue.rules(), Set.of(), Settings.quick(), randomSeed(), Duration.ZERO);
  }

  /** A seed that is short enough to be typed. */
  public static long randomSeed() {
    return Math.floorMod(OwnerToken.random().hashCode(), 1_000_000);
  }

  /** The same with other rules. */
  public Plan rules(List<Rule> value) {
    return new Plan(value, besides, settings, seed, time);
  }

  /** The same with those of its rules that some scenarios can judge, and these scenarios only. */
  public Plan scenarios(List<Scenario> some) {
    List<Rule> narrowed = new ArrayList<>();
    Set<String> guests = new HashSet<>();
    for (Rule rule : rules) {
      List<Scenario> own = rule.scenarios().stream().filter(some::contains).toList();
      if (!own.isEmpty()) {
        narrowed.add(rule.judgedBy(own));
        if (!own.get(0).equals(rule.scenarios().get(0))) {
          guests.add(rule.id());
        }
      }
    }
    return new Plan(narrowed, guests, settings, seed, time);
  }

  /** The same with another seed. */
  public Plan seed(long value) {
    return new Plan(rules, besides, settings, value, time);
  }

  /** The same with other settings. */
  public Plan settings(Settings value) {
    return new Plan(rules, besides, value, seed, time);
  }

  /** The same, repeated for this long. */
  public Plan time(Duration value) {
    return new Plan(rules, besides, settings, seed, value);
  }
}
