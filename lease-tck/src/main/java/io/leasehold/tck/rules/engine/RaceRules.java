package io.leasehold.tck.rules.engine;

import static io.leasehold.tck.rule.Guarantee.G1;
import static io.leasehold.tck.rule.Guarantee.G3;
import static io.leasehold.tck.rule.Guarantee.G4;
import static io.leasehold.tck.rule.Guarantee.G5;
import static io.leasehold.tck.rule.Guarantee.G6;
import static io.leasehold.tck.rule.Guarantee.G8;
import static io.leasehold.tck.rule.Rule.must;
import static io.leasehold.tck.scenario.FreezeScenario.FREEZE;
import static io.leasehold.tck.scenario.LossScenario.LOSS;
import static io.leasehold.tck.scenario.RaceScenario.RACE;
import static io.leasehold.tck.scenario.life.CrowdScenario.CROWD;
import static io.leasehold.tck.scenario.life.WaitersScenario.WAITERS;
import static io.leasehold.tck.scenario.process.ProcessesScenario.PROCESSES;

import io.leasehold.tck.judge.Exclusion;
import io.leasehold.tck.judge.race.Endings;
import io.leasehold.tck.judge.race.Fencing;
import io.leasehold.tck.judge.race.NothingLeft;
import io.leasehold.tck.judge.race.Progress;
import io.leasehold.tck.judge.race.Refusals;
import io.leasehold.tck.judge.race.StoreWord;
import io.leasehold.tck.judge.race.Takeovers;
import io.leasehold.tck.judge.race.TerminalRelease;
import io.leasehold.tck.rule.Rule;
import java.util.List;

/** Races: many contenders for one name. */
final class RaceRules {

  static final List<Rule> RULES =
      List.of(
          must("RACE-01", G1, "No two handles of one name are relied on at the same time.")
              .why("This is what a lease is for.")
              .check(
                  "Atomicity of acquire, renew and release; the instants validity counts from; a"
                      + " second caller of the same client.")
              .judge(Exclusion::judge, RACE, LOSS, FREEZE, PROCESSES, WAITERS, CROWD),
          must(
                  "RACE-02",
                  G5,
                  "A grant that is asked for after another was acknowledged has a greater token.")
              .why(
                  "A resource that has seen the later token must be able to turn the earlier away.")
              .check("Where the token is taken from; whether it is raised in the step that grants.")
              .judge(Fencing::rises, RACE, LOSS),
          must("RACE-03", G5, "No token of a name is given twice.")
              .why("Two holders with one token are the same to the resource.")
              .check("Whether the counter is raised and read in one atomic step.")
              .judge(Fencing::isUnique, RACE, LOSS),
          must(
                  "RACE-04",
                  G3,
                  "Every lease that was given out ends exactly once, and all that is said of its end"
                      + " agrees.")
              .why("Work that waits for the end, or hears of two, goes on beside its successor.")
              .check("Who may end a lease; whether release, loss and close meet in one step.")
              .judge(Endings::judge, RACE, LOSS, FREEZE),
          must(
                  "RACE-05",
                  G4,
                  "The store names the owner that it has acknowledged, and none whose release it has"
                      + " confirmed.")
              .why("Who looks from outside decides by it whom to ask or to revoke.")
              .check("Whether holder() is linearizable; what a busy attempt writes.")
              .judge(StoreWord::judge, RACE, LOSS),
          must(
                  "RACE-06",
                  G8,
                  "A waiter gets a name that stays free, and everybody gets an answer within the wait"
                      + " and two calls.")
              .why("A lost hint must cost one poll and not the whole wait.")
              .check("Hints; the polling floor; what happens to the wait when a call fails.")
              .judge(Progress::judge, RACE, LOSS),
          must("RACE-07", G6, "When everybody has let go and closed, every name is free.")
              .why("What is left behind locks everybody out, for a ttl or for ever.")
              .check("Release, the clean-up after unknown outcomes, and what close waits for.")
              .judge(NothingLeft::judge, RACE),
          must("RACE-08", G6, "Once a release has begun no renewal of that acquisition is sent.")
              .why("A renewal after the release may bring back what was given up.")
              .check("Whether release and renewal meet in one step; what a batch carries.")
              .judge(TerminalRelease::judge, RACE, LOSS),
          must("RACE-09", G1, "No attempt is granted while another grant of the name still stands.")
              .why("The first holder has no way to know: its lease was acknowledged.")
              .check("What expiry counts from; whether a renewal really extends; clocks.")
              .judge(Takeovers::judge, RACE, LOSS, WAITERS, CROWD),
          must("RACE-10", G4, "A holder is refused only when its lease has ended.")
              .why("Each false refusal stops work that had every right to go on.")
              .check(
                  "Whether an abandon or a lost connection touches other grants of the same session;"
                      + " which failures are told as \"not owner\".")
              .judge(Refusals::judge, RACE, LOSS, FREEZE));

  private RaceRules() {}
}
