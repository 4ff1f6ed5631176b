package io.leasehold.tck.scenario;

import io.leasehold.spi.BackendTraits;
import io.leasehold.tck.history.SavedTraits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The first event of a history: what is played, by which times, on what kind of store. */
final class Headline {

  private Headline() {}

  /** The facts, keys and values in turn. */
  static Object[] of(Stage stage, Scenario scenario, long seed, Duration clockError) {
    BackendTraits traits = stage.traits();
    Terms terms = stage.terms();
    List<Object> facts =
        new ArrayList<>(
            List.of(
                "scenario", scenario.name(),
                "seed", seed,
                "backend", traits.backend(),
                "callTimeout", traits.callTimeout().toNanos(),
                "lag", traits.takeoverLag().toNanos(),
                "error", clockError.plus(traits.validityUncertainty()).toNanos(),
                "ttl", terms.ttl().toNanos(),
                "interval", terms.interval().toNanos(),
                "margin", terms.margin().toNanos(),
                "poll", terms.poll().toNanos()));
    facts.addAll(
        List.of("step", traits.ttlStep().toNanos(), "observer", traits.takeoverNeedsObserver()));
    facts.addAll(SavedTraits.facts(traits));
    for (String parameter : scenario.parameters().keySet()) {
      facts.add("p." + parameter);
      facts.add(stage.parameter(parameter));
    }
    return facts.toArray();
  }
}
