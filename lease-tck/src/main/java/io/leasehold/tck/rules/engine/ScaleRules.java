package io.leasehold.tck.rules.engine;

import static io.leasehold.tck.rule.Guarantee.G10;
import static io.leasehold.tck.rule.Guarantee.G3;
import static io.leasehold.tck.rule.Guarantee.G7;
import static io.leasehold.tck.rule.Rule.must;

import io.leasehold.tck.judge.life.KeptJudge;
import io.leasehold.tck.judge.life.LineJudge;
import io.leasehold.tck.judge.life.ToldJudge;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.scenario.life.CrowdScenario;
import io.leasehold.tck.scenario.life.FrozenScenario;
import io.leasehold.tck.scenario.life.ScaleScenario;
import java.util.List;

/** Many callers, many leases, and a part of the store that stands still. */
final class ScaleRules {

  static final List<Rule> RULES =
      List.of(
          must("SCALE-01", G10, "A crowd of callers costs a client none of the leases it holds.")
              .why("Renewals that wait for a connection behind callers come too late.")
              .check("Whether renewals have connections and threads of their own.")
              .judge(KeptJudge::besideACrowd, CrowdScenario.CROWD),
          must("SCALE-02", G7, "Each of a crowd of callers is answered within its bound, rightly.")
              .why("A caller that waits for a connection without a bound hangs.")
              .check("The bound of the pool of connections; an empty pool is refused.")
              .judge(LineJudge::endsInTime, CrowdScenario.CROWD),
          must(
                  "SCALE-03",
                  G10,
                  "Leases at one node are kept and renewed in time while another node stands"
                      + " still.")
              .why("One lost node would cost every lease of every client.")
              .check("That batches never mix renewal domains, and each domain has its lane.")
              .judge(KeptJudge::sound, FrozenScenario.FROZEN),
          must(
                  "SCALE-04",
                  G3,
                  "The loss of leases at a node that stands still is told before their ttl is"
                      + " over.")
              .why("Once the node goes on, it grants their names to others.")
              .check("That the watchdog waits for no call.")
              .judge(ToldJudge::poisoned, FrozenScenario.FROZEN),
          must(
                  "SCALE-05",
                  G10,
                  "Of very many leases one that is poisoned costs no other, and delays no renewal.")
              .why("A client with ten thousand leases has always one in trouble.")
              .check("What one failed renewal does to the rest of its batch.")
              .judge(KeptJudge::sound, ScaleScenario.SCALE),
          must("SCALE-06", G10, "A client sends at most twice as many renewals as are due.")
              .why("Renewals that are repeated without need are the load that breaks the store.")
              .check("The interval, and what is tried again after an answer.")
              .judge(KeptJudge::sparing, ScaleScenario.SCALE),
          must(
                  "SCALE-07",
                  G3,
                  "Among very many leases the loss of the poisoned one is told before its ttl is"
                      + " over.")
              .why("Its holder would be the last to know.")
              .check("That losses are found by their time, not by a walk over all leases.")
              .judge(ToldJudge::poisoned, ScaleScenario.SCALE));

  private ScaleRules() {}
}
