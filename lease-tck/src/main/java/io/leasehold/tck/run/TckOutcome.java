package io.leasehold.tck.run;

import io.leasehold.spi.BackendTraits;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that came out of one run of the kit: what every report is made of.
 *
 * @param store what was under test, as a person would call it; no secrets
 * @param traits what its backend declares
 * @param seed of the first play of each scenario
 * @param began when the run began, for people
 * @param took how long it lasted
 * @param results one per rule, in the catalogue's order
 * @param played every play of a scenario that is kept
 * @param about machine, Java, commit, command, in the order in which they are shown
 */
public record TckOutcome(
    String store,
    BackendTraits traits,
    long seed,
    Instant began,
    Duration took,
    List<RuleResult> results,
    List<Played> played,
    Map<String, String> about) {

  /** Keeps copies. */
  public TckOutcome {
    results = List.copyOf(results);
    played = List.copyOf(played);
    about = Collections.unmodifiableMap(new LinkedHashMap<>(about));
  }

  /** The same with other results, for instance with waivers applied. */
  public TckOutcome results(List<RuleResult> value) {
    return new TckOutcome(store, traits, seed, began, took, value, played, about);
  }

  /** How many rules came out so. */
  public long count(Verdict verdict) {
    return results.stream().filter(result -> result.verdict() == verdict).count();
  }

  /**
   * All results in one: a failure counts more than an unknown, which counts more than a pass. A run
   * in which no rule passed and none failed has proved nothing.
   *
   * @return PASS, FAIL or UNKNOWN
   */
  public Verdict verdict() {
    if (count(Verdict.FAIL) > 0) {
      return Verdict.FAIL;
    }
    return count(Verdict.UNKNOWN) > 0 || count(Verdict.PASS) == 0 ? Verdict.UNKNOWN : Verdict.PASS;
  }
}
