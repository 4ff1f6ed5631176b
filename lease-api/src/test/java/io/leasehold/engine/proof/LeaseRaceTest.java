package io.leasehold.engine.proof;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The races for a lease are decided as if they had happened one after the other. */
@Tag("proof")
class LeaseRaceTest {

  @Test
  void renewReleaseExpiryAndCloseAreLinearizableInEveryInterleaving() {
    Races.modelCheck(LeaseRace.class);
  }

  @Test
  void renewReleaseExpiryAndCloseAreLinearizableUnderStress() {
    Races.stress(LeaseRace.class);
  }

  @Test
  void aChangeWithoutComparingIsFound() {
    Races.findBug(
        LeaseRace.class,
        "a change is written over whatever happened meanwhile",
        "lease.HeldLease",
        "return STATUS.compareAndSet(this, expected, next);",
        "status = next; return true;");
  }
}
