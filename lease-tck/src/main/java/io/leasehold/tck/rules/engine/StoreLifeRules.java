package io.leasehold.tck.rules.engine;

import static io.leasehold.tck.rule.Guarantee.G1;
import static io.leasehold.tck.rule.Guarantee.G3;
import static io.leasehold.tck.rule.Guarantee.G4;
import static io.leasehold.tck.rule.Guarantee.G5;
import static io.leasehold.tck.rule.Guarantee.G7;
import static io.leasehold.tck.rule.Rule.must;

import io.leasehold.spi.Fault;
import io.leasehold.tck.judge.Exclusion;
import io.leasehold.tck.judge.life.StoreLifeJudge;
import io.leasehold.tck.judge.life.ToldJudge;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.scenario.life.StoreLifeScenario;
import java.util.List;

/** A store that is restarted, or loses everything, under its clients. */
final class StoreLifeRules {

  static final List<Rule> RULES =
      List.of(
          must(
                  "KILL-20",
                  G3,
                  "When the store was restarted or has lost everything, each holder still owns its"
                      + " lease or is told in time that it does not.")
              .why("A holder that is not told works on while its name is granted to another.")
              .check("What a renewal is answered when its record is gone.")
              .judge(ToldJudge::all, StoreLifeScenario.WIPE, StoreLifeScenario.RESTART),
          must(
                  "KILL-21",
                  G7,
                  "When the store was restarted or has lost everything, its clients go on without"
                      + " being opened again.")
              .why("Every application would have to be restarted after its store.")
              .check("That broken connections are replaced; scripts that the store has forgotten.")
              .judge(StoreLifeJudge::worksAgain, StoreLifeScenario.WIPE, StoreLifeScenario.RESTART),
          must(
                  "KILL-22",
                  G5,
                  "What is granted after a restart, or after the loss of everything, has a greater"
                      + " token than what was granted before.")
              .why("The guarded resource would refuse the new holder, and trust the old one.")
              .check("Where tokens come from when the counter is gone.")
              .judge(StoreLifeJudge::tokensRise, StoreLifeScenario.WIPE, StoreLifeScenario.RESTART),
          must(
                  "KILL-23",
                  G4,
                  "A holder whose record is gone is told so, and never renews the record of the one"
                      + " who took the name.")
              .why("Two would hold the name for as long as both renew.")
              .check("That renew compares the owner, and does not write what is not there.")
              .judge(
                  StoreLifeJudge::formerHolders, StoreLifeScenario.WIPE, StoreLifeScenario.RESTART),
          must("KILL-24", G1, "A restart of the store gives no name to two holders.")
              .why("This is what a lease is for.")
              .check("What the store keeps over a restart, and what the traits say of it.")
              .onlyIf(
                  "exclusion is kept over a restart",
                  traits -> !traits.exclusionBrokenBy().contains(Fault.RESTART))
              .judge(Exclusion::judge, StoreLifeScenario.RESTART));

  private StoreLifeRules() {}
}
