package io.leasehold.tck.scenario.late;

import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.List;

/** The end of a scenario: what nobody renews has run out when the eye looks for the last time. */
final class Curtain {

  private Curtain() {}

  static void fall(Stage stage, List<String> names) throws InterruptedException {
    names.forEach(stage.eye()::look);
    stage.pass(
        stage
            .ttl()
            .plus(stage.traits().takeoverLag())
            .plus(stage.traits().validityUncertainty())
            .plus(Duration.ofMillis(30)));
    names.forEach(stage.eye()::look);
  }
}
