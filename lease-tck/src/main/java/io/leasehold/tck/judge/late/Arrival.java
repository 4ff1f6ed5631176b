package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.What;
import java.util.List;

/**
 * A request that reached the store apart from its caller: its answer was lost, it was held back, or
 * it is a copy.
 *
 * @param call which call, in capitals
 * @param began the instant before it reached the store
 * @param at the instant after it ran
 * @param answer what nobody was told
 */
record Arrival(String call, long began, long at, String answer) {

  /** All of one acquisition. */
  static List<Arrival> of(Acquisition one) {
    return one.all(What.FAULT).stream()
        .filter(event -> event.is("fault", "ARRIVED"))
        .map(Arrival::of)
        .toList();
  }

  /** Those of one kind of call. */
  static List<Arrival> of(Acquisition one, String call) {
    return of(one).stream().filter(arrival -> arrival.call().equals(call)).toList();
  }

  private static Arrival of(Event event) {
    return new Arrival(event.fact("call"), event.number("began"), event.at(), event.fact("answer"));
  }

  boolean isGranted() {
    return answer.startsWith("Granted");
  }
}
