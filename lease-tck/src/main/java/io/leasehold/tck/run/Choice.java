package io.leasehold.tck.run;

import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleGroup;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.rules.ScenarioCatalogue;
import io.leasehold.tck.scenario.Scenario;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What somebody asks for by words: rules by ids, groups and patterns, scenarios by names and
 * patterns, numbers of scenarios. Whatever fits nothing is refused, with what there is.
 */
public final class Choice {

  private Choice() {}

  /**
   * Rules, in the catalogue's order.
   *
   * @param words such as {@code ACQ-01}, {@code RACE}, {@code LOST-*}
   * @throws IllegalArgumentException if one of them names no rule
   */
  public static List<Rule> rules(Collection<String> words) {
    Set<Rule> chosen = new LinkedHashSet<>();
    for (String word : words) {
      Pattern pattern = pattern(word.toUpperCase(Locale.ROOT));
      List<Rule> named =
          RuleCatalogue.rules().stream()
              .filter(
                  rule ->
                      pattern.matcher(rule.id()).matches()
                          || pattern.matcher(rule.group().name()).matches())
              .toList();
      if (named.isEmpty()) {
        throw new IllegalArgumentException(noRule(word));
      }
      chosen.addAll(named);
    }
    return RuleCatalogue.rules().stream().filter(chosen::contains).toList();
  }

  private static String noRule(String word) {
    String begin = word.toUpperCase(Locale.ROOT).split("-", 2)[0];
    String ids =
        RuleCatalogue.rules().stream()
            .map(Rule::id)
            .filter(id -> id.startsWith(begin + "-"))
            .collect(Collectors.joining(", "));
    return "\""
        + word
        + "\" names no rule; "
        + (ids.isEmpty()
            ? "the groups are " + Arrays.toString(RuleGroup.values())
            : "there are " + ids)
        + ". Give ids, groups or patterns, such as ACQ-01,RACE,LOST-*";
  }

  /**
   * Scenarios, in the order in which they are played.
   *
   * @param words names, or patterns with {@code *}
   * @throws IllegalArgumentException if one of them names no scenario
   */
  public static List<Scenario> scenarios(Collection<String> words) {
    Set<Scenario> chosen = new LinkedHashSet<>();
    for (String word : words) {
      Pattern pattern = pattern(word);
      List<Scenario> named =
          ScenarioCatalogue.scenarios().stream()
              .filter(scenario -> pattern.matcher(scenario.name()).matches())
              .toList();
      if (named.isEmpty()) {
        throw new IllegalArgumentException(
            "there is no scenario \"" + word + "\"; there are " + ScenarioCatalogue.scenarios());
      }
      chosen.addAll(named);
    }
    return ScenarioCatalogue.scenarios().stream().filter(chosen::contains).toList();
  }

  /**
   * Checks numbers for scenarios.
   *
   * @param set by {@code scenario.parameter}, or by the parameter's name for every scenario
   * @param scenarios that are played
   * @throws IllegalArgumentException if there is no such number, or it is negative
   */
  public static void requireParameters(Map<String, Integer> set, Collection<Scenario> scenarios) {
    Map<String, Integer> known = new TreeMap<>();
    Set<String> names = new TreeSet<>();
    for (Scenario scenario : scenarios) {
      scenario
          .parameters()
          .forEach(
              (name, value) -> {
                known.put(scenario.name() + "." + name, value);
                names.add(name);
              });
    }
    set.forEach(
        (name, value) -> {
          if (!known.containsKey(name) && !names.contains(name)) {
            throw new IllegalArgumentException(
                "no chosen scenario has the number \""
                    + name
                    + "\"; there are, by default, "
                    + known);
          }
          if (value < 0) {
            throw new IllegalArgumentException(name + " is " + value + "; it is 0 or more");
          }
        });
  }

  /** Only the asterisk is special. */
  private static Pattern pattern(String word) {
    return Pattern.compile(
        Arrays.stream(word.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }
}
