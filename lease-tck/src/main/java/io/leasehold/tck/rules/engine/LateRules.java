package io.leasehold.tck.rules.engine;

import static io.leasehold.tck.rule.Guarantee.G2;
import static io.leasehold.tck.rule.Guarantee.G4;
import static io.leasehold.tck.rule.Guarantee.G6;
import static io.leasehold.tck.rule.Guarantee.G7;
import static io.leasehold.tck.rule.Guarantee.G9;
import static io.leasehold.tck.rule.Rule.must;
import static io.leasehold.tck.scenario.late.AnswersScenario.ANSWERS;
import static io.leasehold.tck.scenario.late.InterruptedScenario.INTERRUPTED;
import static io.leasehold.tck.scenario.late.StaleScenario.STALE;

import io.leasehold.tck.judge.late.Bystanders;
import io.leasehold.tck.judge.late.EndedHandles;
import io.leasehold.tck.judge.late.GaveUp;
import io.leasehold.tck.judge.late.GivenBack;
import io.leasehold.tck.judge.late.LateRenewals;
import io.leasehold.tck.judge.late.Orphans;
import io.leasehold.tck.judge.late.OwnersOnce;
import io.leasehold.tck.judge.late.Refusals;
import io.leasehold.tck.judge.late.Releases;
import io.leasehold.tck.judge.late.Retries;
import io.leasehold.tck.judge.late.Zombies;
import io.leasehold.tck.rule.Rule;
import java.util.List;

/** Requests and answers that are late, lost, doubled, held back or refused. */
final class LateRules {

  static final List<Rule> RULES =
      List.of(
          must(
                  "LATE-01",
                  G9,
                  "What an acquire without an answer has got is renewed by nobody and runs out.")
              .why("A grant that no caller knows of would hold the name until somebody restarts.")
              .check("Keepalives of the driver; renewals that begin before the caller has it.")
              .judge(Orphans::judge, ANSWERS),
          must("LATE-02", G7, "An acquire that arrives after its abandon is granted to nobody.")
              .why("A request given up by a timeout can run at the store later, for nobody.")
              .check("How long and where the store remembers abandoned attempts.")
              .judge(Zombies::judge, ANSWERS),
          must("LATE-03", G4, "What arrives late or twice changes nobody else's lease.")
              .why("A late release, renewal or abandon meets a name that another has by then.")
              .check("Whether each step compares the owner token of that very acquisition.")
              .judge(Bystanders::ofArrivals, ANSWERS),
          must(
                  "LATE-04",
                  G6,
                  "A renewal that is answered late revives nothing, and proves no more than its send.")
              .why("Its ttl began when it left, and the lease may have ended meanwhile.")
              .check("From which instant validity is counted; what an answer may still change.")
              .judge(LateRenewals::judge, ANSWERS),
          must("LATE-05", G7, "What no caller has got is given back, and then it is gone.")
              .why("A lost answer would otherwise cost everybody the whole ttl.")
              .check("The path of an attempt that ends without a handle; what abandon frees.")
              .judge(GivenBack::judge, ANSWERS),
          must(
                  "LATE-06",
                  G7,
                  "A release without an answer says what is known, and its name becomes free.")
              .why("Who is told RELEASED goes on as if nobody else could be disturbed.")
              .check("What an unknown, an absent and a foreign answer are taken for.")
              .judge(Releases::judge, ANSWERS),
          must(
                  "LATE-07",
                  G2,
                  "A renewal without a definite answer is tried again while the lease is valid.")
              .why("One lost packet would end a lease that has most of its ttl left.")
              .check("The pause after a failed renewal; what is taken for a loss.")
              .judge(Retries::judge, ANSWERS),
          must("LATE-08", G7, "An attempt is sent once: each acquire has an owner of its own.")
              .why("One that is sent twice may be granted twice, or find itself busy.")
              .check("Retries of the driver or of the engine under the same owner token.")
              .judge(OwnersOnce::judge, ANSWERS),
          must(
                  "LATE-09",
                  G7,
                  "A caller is told refused where nothing ran, unavailable where it may have.")
              .why("Only who knows that nothing ran may take another way at once.")
              .check("Which errors are taken for which answer; whether a waiting caller waits on.")
              .judge(Refusals::judge, ANSWERS),
          must("LATE-10", G7, "An abandon is repeated until the store is certain.")
              .why("An abandon can be lost like the acquire before it.")
              .check("What the clean-up takes for the end.")
              .judge(GivenBack::ofAbandons, ANSWERS),
          must("LATE-11", G7, "Whoever gives up an acquire leaves nothing behind.")
              .why("An interrupt or a cancel can come while the grant is on its way.")
              .check("The path of an interrupt and of a cancelled future through the acquire.")
              .judge(GaveUp::judge, INTERRUPTED),
          must("LATE-12", G6, "A handle that has ended says for ever how it ended.")
              .why("Code that releases twice, or late, must not believe that it still had it.")
              .check("What release() and renew() do in a terminal state.")
              .judge(EndedHandles::judge, STALE),
          must("LATE-13", G4, "What is asked of a handle that has ended touches nobody else.")
              .why("A former holder wakes up and releases a name that another has by then.")
              .check("Whether a call on an ended handle reaches the store, and by which owner.")
              .judge(Bystanders::ofStaleHandles, STALE),
          must("LATE-14", G7, "An interrupt is never swallowed by an acquire.")
              .why("Who is told to stop and does not learn of it goes on.")
              .check("Every catch of InterruptedException, every Thread.interrupted().")
              .judge(GaveUp::ofFlags, INTERRUPTED));

  private LateRules() {}
}
