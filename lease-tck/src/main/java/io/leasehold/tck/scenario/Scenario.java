package io.leasehold.tck.scenario;

import io.leasehold.tck.fixture.Ability;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A play with contenders, faults and parameters.
 *
 * @param name short, as the command line takes it
 * @param story what happens, in one sentence
 * @param needs what the fixture has to be able to do
 * @param alone whether nothing else may be played on the store meanwhile
 * @param parameters numbers that may be changed, with their defaults
 * @param act the code
 */
public record Scenario(
    String name,
    String story,
    Set<Ability> needs,
    boolean alone,
    Map<String, Integer> parameters,
    Act act) {

  /** A scenario that needs nothing and leaves the store to others too. */
  public static Scenario of(String name, String story, Act act) {
    return new Scenario(name, story, Set.of(), false, Map.of(), act);
  }

  /** What the fixture has to be able to do. */
  public Scenario needing(Ability first, Ability... more) {
    return new Scenario(name, story, EnumSet.of(first, more), alone, parameters, act);
  }

  /** It disturbs the whole store or the whole machine: nothing is played beside it. */
  public Scenario onItsOwn() {
    return new Scenario(name, story, needs, true, parameters, act);
  }

  /** A number that may be changed from the command line. */
  public Scenario with(String parameter, int value) {
    Map<String, Integer> all = new LinkedHashMap<>(parameters);
    all.put(parameter, value);
    return new Scenario(name, story, needs, alone, all, act);
  }

  @Override
  public String toString() {
    return name;
  }
}
