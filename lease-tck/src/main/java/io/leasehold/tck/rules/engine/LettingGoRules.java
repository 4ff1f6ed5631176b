package io.leasehold.tck.rules.engine;

import static io.leasehold.tck.rule.Guarantee.G6;
import static io.leasehold.tck.rule.Guarantee.G7;
import static io.leasehold.tck.rule.Rule.must;
import static io.leasehold.tck.scenario.late.AnswersScenario.ANSWERS;
import static io.leasehold.tck.scenario.late.InterruptedScenario.INTERRUPTED;
import static io.leasehold.tck.scenario.late.StaleScenario.STALE;

import io.leasehold.tck.judge.late.DefiniteReleases;
import io.leasehold.tck.judge.late.InterruptedReleases;
import io.leasehold.tck.judge.late.ReleaseOrder;
import io.leasehold.tck.judge.late.ReleaseRetries;
import io.leasehold.tck.rule.Rule;
import java.util.List;

/** What release() says, when it says it, and what it does until the store has answered. */
final class LettingGoRules {

  static final List<Rule> RULES =
      List.of(
          must(
                  "LATE-15",
                  G7,
                  "What the store answers to a release is what the holder is told: that it freed the"
                      + " name, or that the name was not its own any more.")
              .why(
                  "Who let go of what another had already taken has worked beside that other, and"
                      + " has to know.")
              .check("What a NOT_OWNER answer to the first release of a lease is taken for.")
              .judge(DefiniteReleases::judge, STALE, ANSWERS),
          must(
                  "LATE-16",
                  G7,
                  "A release without a definite answer is sent again, until the store is certain or"
                      + " the ttl is over.")
              .why(
                  "The record of a lease that nobody holds keeps everybody out, also its own client.")
              .check("Who goes on when release() has said UNKNOWN, and when that ends.")
              .judge(ReleaseRetries::judge, ANSWERS),
          must(
                  "LATE-17",
                  G7,
                  "A release by a thread that is interrupted goes on to the store's answer, and the"
                      + " flag is kept.")
              .why(
                  "Who is told to stop lets go first, and nobody may be let in before the name is"
                      + " free.")
              .check("What an interrupt cuts short; on which thread the release is sent.")
              .judge(InterruptedReleases::judge, INTERRUPTED),
          must("LATE-18", G6, "A lease is not held any more when its release leaves.")
              .why("The store may give the name to another before the answer is back.")
              .check("Whether validity ends before the release is sent, or with its answer.")
              .judge(ReleaseOrder::judge, INTERRUPTED));

  private LettingGoRules() {}
}
