package io.leasehold.tck.history;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Fault;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a backend declares, as facts of a history's first event: a saved history is judged by the
 * same rules as on the day on which it was played.
 */
public final class SavedTraits {

  private SavedTraits() {}

  /** The declaration as keys and values in turn; times are ISO texts: a ttl may be centuries. */
  public static List<Object> facts(BackendTraits traits) {
    List<Object> facts = new ArrayList<>();
    put(facts, "minTtl", traits.minTtl());
    put(facts, "maxTtl", traits.maxTtl());
    put(facts, "ttlScope", traits.ttlScope());
    put(facts, "expiryClock", traits.expiryClock());
    put(facts, "fenceSource", traits.fenceSource());
    put(facts, "fenceBrokenBy", text(traits.fenceBrokenBy()));
    put(facts, "exclusionBrokenBy", text(traits.exclusionBrokenBy()));
    put(facts, "grantsSurviveRestart", traits.grantsSurviveRestart());
    put(facts, "vacancyHints", traits.vacancyHints());
    put(facts, "maxBatch", traits.maxBatch());
    put(facts, "validityUncertainty", traits.validityUncertainty());
    put(facts, "renewalsPerTtl", traits.renewalsPerTtl());
    put(facts, "renewalLag", traits.renewalLag());
    return facts;
  }

  /**
   * Reads them back.
   *
   * @throws IllegalArgumentException if the event does not have them, or they contradict each other
   */
  public static BackendTraits of(Event scenario) {
    return BackendTraits.of(scenario.fact("backend"), nanos(scenario, "callTimeout"))
        .ttl(iso(scenario, "t.minTtl"), iso(scenario, "t.maxTtl"), nanos(scenario, "step"))
        .takeoverLag(nanos(scenario, "lag"))
        .takeoverNeedsObserver(scenario.is("observer", "true"))
        .ttlScope(BackendTraits.TtlScope.valueOf(scenario.fact("t.ttlScope")))
        .expiryClock(BackendTraits.ExpiryClock.valueOf(scenario.fact("t.expiryClock")))
        .fenceSource(scenario.fact("t.fenceSource"))
        .fenceBrokenBy(faults(scenario, "t.fenceBrokenBy"))
        .exclusionBrokenBy(faults(scenario, "t.exclusionBrokenBy"))
        .grantsSurviveRestart(scenario.is("t.grantsSurviveRestart", "true"))
        .vacancyHints(scenario.is("t.vacancyHints", "true"))
        .maxBatch((int) scenario.number("t.maxBatch"))
        .validityUncertainty(iso(scenario, "t.validityUncertainty"))
        .renewal((int) scenario.number("t.renewalsPerTtl"), (int) scenario.number("t.renewalLag"))
        .build();
  }

  private static void put(List<Object> facts, String trait, Object value) {
    facts.add("t." + trait);
    facts.add(value);
  }

  private static String text(Set<Fault> faults) {
    return new TreeSet<>(faults).stream().map(Fault::name).collect(Collectors.joining(" "));
  }

  private static Fault[] faults(Event scenario, String key) {
    String text = scenario.fact(key);
    return text.isEmpty()
        ? new Fault[0]
        : Arrays.stream(text.split(" ")).map(Fault::valueOf).toArray(Fault[]::new);
  }

  private static Duration iso(Event scenario, String key) {
    try {
      return Duration.parse(scenario.fact(key));
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("\"" + key + "\" is no time", e);
    }
  }

  private static Duration nanos(Event scenario, String key) {
    return Duration.ofNanos(scenario.number(key));
  }
}
