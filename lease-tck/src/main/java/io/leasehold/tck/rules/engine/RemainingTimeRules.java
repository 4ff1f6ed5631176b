package io.leasehold.tck.rules.engine;

import static io.leasehold.tck.rule.Guarantee.G2;
import static io.leasehold.tck.rule.Guarantee.G4;
import static io.leasehold.tck.rule.Guarantee.G9;
import static io.leasehold.tck.rule.Rule.must;
import static io.leasehold.tck.rule.Rule.stochastic;

import io.leasehold.tck.judge.time.RemainingTime;
import io.leasehold.tck.judge.time.Resurrection;
import io.leasehold.tck.judge.time.SawTooth;
import io.leasehold.tck.judge.time.StoreExpiry;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.scenario.OscillationScenario;
import java.util.List;

/** The remaining time while several contenders use one name. */
final class RemainingTimeRules {

  static final List<Rule> RULES =
      List.of(
          must("TTL-01", G2, "The store never keeps less than the holder was told.")
              .why("The holder goes on by its own clock while the store gives the name away.")
              .check(
                  "What an acquire that is refused writes; the ttl that a renewal sets; from when"
                      + " validity counts.")
              .judge(RemainingTime::judge, OscillationScenario.OSCILLATION),
          stochastic("TTL-02", G2, "Every renewal leaves the same ttl: the saw-tooth is even.")
              .why("Teeth of several heights mean that several ttls fight for one record.")
              .check("Which ttl a renewal sets: the grant's own, in full, each time.")
              .judge(SawTooth::judge, OscillationScenario.OSCILLATION),
          must("TTL-03", G9, "Nothing that others ask moves the end of a holder's ttl.")
              .why("A contender that renews what it asks for keeps a dead holder alive.")
              .check("An acquire that is refused must write nothing; a renewal must ask whose.")
              .judge(StoreExpiry::others, OscillationScenario.OSCILLATION),
          must("TTL-04", G4, "A late renewal never shortens a ttl nor renews another's.")
              .why("Networks deliver old requests after new ones, and after a change of holder.")
              .check("The owner check of renew, in the same step as the write.")
              .judge(StoreExpiry::lateRenewals, OscillationScenario.OSCILLATION),
          must("TTL-05", G9, "A record that died by its ttl is never brought back.")
              .why("Its holder was told of the loss, and somebody else may have been let in.")
              .check("A renewal of what is not there must write nothing.")
              .onlyIf(
                  "a ttl runs out without a contender that watches",
                  traits -> !traits.takeoverNeedsObserver())
              .judge(Resurrection::judge, OscillationScenario.OSCILLATION));

  private RemainingTimeRules() {}
}
