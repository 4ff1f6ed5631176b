package io.leasehold.engine.proof;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each listener of a lease is told once, whenever it is registered; signals never overlap. */
@Tag("proof")
class SignalsRaceTest {

  @Test
  void eachListenerIsToldOnceInEveryInterleaving() {
    Races.modelCheck(SignalsRace.class);
  }

  @Test
  void aRegistrationThatOverwritesTheTakenListIsFound() {
    Races.findBug(
        SignalsRace.class,
        "a registration overwrites the list that was taken meanwhile",
        "lease.LeaseSignals",
        "if (shelf.compareAndSet(old, longer)) {",
        "shelf.set(longer); if (true) {");
  }

  @Test
  void aSecondDeliveryAtTheSameTimeIsFound() {
    Races.findBug(
        SignalsRace.class,
        "two posts both think that they are the first",
        "lease.LeaseSignals",
        "return waiting.getAndIncrement() == 0;",
        "boolean first = waiting.get() == 0; waiting.incrementAndGet(); return first;");
  }
}
