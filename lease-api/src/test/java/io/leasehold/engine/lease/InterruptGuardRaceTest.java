package io.leasehold.engine.lease;

import io.leasehold.engine.proof.Races;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Guarded work is interrupted at most once, and never after it has ended. */
@Tag("proof")
class InterruptGuardRaceTest {

  @Test
  void noInterruptComesAfterTheWorkHasEndedInAnyInterleaving() {
    Races.modelCheck(InterruptGuardRace.class);
  }

  @Test
  void anInterruptThatIsNotWaitedForIsFound() {
    Races.findBug(
        InterruptGuardRace.class,
        "done does not wait for an interrupt that has been decided on",
        "lease.InterruptGuard",
        "state.get() == State.INTERRUPTING &&",
        "state.get() == State.DONE &&");
  }
}
