package io.leasehold.tck.scenario;

import io.leasehold.spi.LeaseName;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.Means;
import io.leasehold.tck.history.What;

/** Deletes a record behind its owner's back, and writes that down before it does. */
final class Deletion {

  private Deletion() {}

  /** Whether this stage's store offers it. */
  static boolean isOffered(Stage stage) {
    return Means.of(stage.fixture()).contains(Ability.DELETE_RECORD);
  }

  /** Deletes what the store keeps of the present grant. */
  static void of(Stage stage, String name) {
    stage
        .recorder()
        .note("kit", What.FAULT, name, "", "fault", "DELETE_RECORD", "target", "", "phase", "call");
    stage.faults().deleteRecord(new LeaseName(name));
  }
}
