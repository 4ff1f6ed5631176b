package io.leasehold.tck.scenario;

import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.Map;

/**
 * How scenarios are to be played.
 *
 * @param callTimeout the bound of a call, where the fixture can choose it
 * @param parameters what is set, by {@code scenario.parameter} or by the parameter's name alone
 * @param prefix of every lease name, so that two runs on one store do not meet
 */
public record Settings(Duration callTimeout, Map<String, Integer> parameters, String prefix) {

  /** The quick profile, under a prefix of its own. */
  public static Settings quick() {
    return new Settings(
        Stage.CALL_TIMEOUT, Map.of(), "tck-" + OwnerToken.random().toString().substring(0, 8));
  }

  /** The same with parameters set. */
  public Settings with(Map<String, Integer> set) {
    return new Settings(callTimeout, Map.copyOf(set), prefix);
  }

  /** The same with another bound for calls. */
  public Settings callTimeout(Duration value) {
    return new Settings(value, parameters, prefix);
  }

  int parameter(Scenario scenario, String name) {
    Integer byDefault = scenario.parameters().get(name);
    if (byDefault == null) {
      throw new IllegalArgumentException(
          "scenario " + scenario.name() + " has no parameter \"" + name + "\"");
    }
    Integer general = parameters.getOrDefault(name, byDefault);
    return parameters.getOrDefault(scenario.name() + "." + name, general);
  }
}
