package io.leasehold.tck.report.html;

import io.leasehold.tck.judge.Exclusion;
import io.leasehold.tck.rule.Guarantee;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Fate;
import io.leasehold.tck.scenario.FaultyBackend.Call;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;

/** A scenario with a little of everything, to see how it looks. */
final class Showcase {

  static final Scenario SCENARIO =
      Scenario.of(
          "showcase", "a holder is renewed, cut off and followed by another", Showcase::play);

  static final Rule RULE =
      Rule.must("RACE-99", Guarantee.G1, "This is only here to look at a page.")
          .why("A page has to be looked at.")
          .check("Whether it is beautiful.")
          .judge(Exclusion::judge, SCENARIO);

  private Showcase() {}

  private static void play(Stage stage) throws InterruptedException {
    String name = stage.name();
    Contender a = stage.contender();
    Contender b = stage.contender();
    Duration wait = stage.ttl().multipliedBy(6);
    var held = a.take(name, wait).orElseThrow();
    var unused =
        stage
            .cast()
            .begin(() -> b.take(name, wait).ifPresent(it -> look(stage, it::release, name)));
    look(stage, () -> held.isHeld(), name);
    a.faults().next(Call.RENEW, name, Fate.LOSE_ANSWER, 1);
    look(stage, () -> held.isHeld(), name);
    stage.faultBegins("renewals lost", a.label());
    a.faults().all(Call.RENEW, Fate.LOSE_REQUEST);
    look(stage, () -> held.isHeld(), name);
    look(stage, () -> held.isHeld(), name);
    a.faults().heal();
    stage.faultEnds("renewals lost", a.label());
    stage.pass(stage.ttl().multipliedBy(2));
    a.close();
  }

  private static void look(Stage stage, Runnable then, String name) {
    try {
      for (int i = 0; i < 10; i++) {
        stage.pass(stage.ttl().dividedBy(10));
        stage.eye().look(name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    then.run();
  }
}
